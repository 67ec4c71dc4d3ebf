// The English words of session/token-dialog.tsx, which is loaded late.
export const tokenDialog = {
  tokenTitle: 'A token is needed',
  tokenWhy: 'This service shows its sessions only with a token. The token is kept in this tab only, not in the page\'s address.',
  tokenWrong: 'The token was not accepted. It may only allow pushing, or may no longer be valid.',
  token: 'Token',
  tokenUse: 'Use this token',
  keys: {}
}
