// The names whose values are secret. Names are compared as a whole, ignoring letter case and the separators
// `-` and `_`: accessToken, access_token and Access-Token are the same name.

export type IsSecret = (name: string) => boolean

export const PASSWORD_NAMES = [
  'password', 'passwd', 'pwd', 'pass', 'passphrase', 'passcode', 'old-password', 'new-password', 'current-password',
  'confirm-password', 'password-confirm', 'password-confirmation', 'repeat-password', 'password1', 'password2', 'user-password'
]

/** What `default` stands for. */
export const DEFAULT_NAMES = [
  // headers, and cookies with them
  'authorization', 'proxy-authorization', 'x-authorization', 'x-amz-security-token', 'x-amz-signature', 'x-goog-signature',
  'cookie', 'cookies', 'set-cookie', 'set-cookie2',
  // API keys
  'api-key', 'x-api-key', 'x-goog-api-key', 'x-rapidapi-key', 'x-functions-key', 'ocp-apim-subscription-key', 'subscription-key',
  'access-key', 'secret-key', 'secret-access-key', 'aws-secret-access-key', 'account-key', 'app-key', 'sig',
  ...PASSWORD_NAMES,
  // secrets
  'secret', 'client-secret', 'app-secret', 'api-secret', 'consumer-secret', 'shared-secret', 'webhook-secret', 'token-secret',
  'oauth-token-secret', 'credential', 'credentials', 'assertion', 'client-assertion', 'saml-response', 'code-verifier',
  // tokens
  'token', 'tokens', 'access-token', 'refresh-token', 'id-token', 'auth-token', 'api-token', 'app-token', 'user-token', 'login-token',
  'session-token', 'bearer', 'bearer-token', 'oauth-token', 'private-token', 'personal-access-token', 'jwt', 'jwt-token',
  'x-token', 'x-auth', 'x-auth-token', 'x-access-token', 'x-refresh-token', 'x-session-token', 'x-user-token', 'x-vault-token',
  'x-gitlab-token', 'x-shopify-access-token', 'x-firebase-appcheck',
  // against cross-site request forgery
  'csrf', 'csrf-token', 'x-csrf-token', 'csrfmiddlewaretoken', 'xsrf', 'xsrf-token', 'x-xsrf-token', 'authenticity-token',
  'request-verification-token',
  // sessions
  'sid', 'sessid', 'session-id', 'session-key', 'x-session-id', 'phpsessid', 'jsessionid', 'asp.net_sessionid', 'connect.sid',
  // one-time codes
  'otp', 'otp-code', 'totp', 'one-time-password', 'one-time-code', 'mfa-code', 'two-factor-code', 'verification-code', 'sms-code',
  'auth-code', 'authorization-code', 'recovery-code', 'recovery-codes', 'backup-codes', 'pin',
  // cards and persons
  'card-number', 'cc-number', 'credit-card', 'credit-card-number', 'card-cvc', 'card-cvv', 'cvc', 'cvc2', 'cvv', 'cvv2', 'csc',
  'security-code', 'ssn', 'social-security-number',
  // encryption keys
  'private-key', 'signing-key', 'encryption-key', 'master-key', 'mnemonic', 'seed-phrase'
]

/** The test for the names of a setting, in which `default` stands for the usual ones. */
export function secretNames (names: string[]): IsSecret {
  const listed = new Set(names.flatMap(name => name.toLowerCase() === 'default' ? DEFAULT_NAMES : name).map(plain))
  const isListed = (name: string) => listed.has(plain(name))
  return name => isListed(name) || (COMPOSED.test(name) && name.split(PARTS).some(isListed))
}

// A composed name is secret if one of its parts is: `user[password]`, `user.password`.
const COMPOSED = /[[.]/
const PARTS = /[[\].]+/

function plain (name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}
