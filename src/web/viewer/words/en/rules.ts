// The English words of rules/. `keys`: the descriptions of its shortcuts.
import { countText } from '../../../../text/count.js'
import type { ActionName, Failure, BodyChange } from '../../model/rules/draft.js'
import type { Obstacle } from '../../model/rules/open.js'
import { faults } from './draft-faults.js'

const obstacles: Record<Obstacle, string> = {
  pending: 'This request has no response yet. The form starts with an empty response.',
  canceled: 'The app canceled this request, so the form starts with an empty response.',
  'no-status': 'No response was recorded. The form starts with an empty response.',
  stream: 'A rule cannot answer a stream, only make it fail.',
  redirect: 'A rule cannot answer with a redirect. The form starts with 200: enter the response that the app would get after it.',
  status: 'A rule cannot answer with this status. The form starts with 200.',
  cut: 'Only a part of this body was recorded, so the rule answers with only that part.'
}

const actions: Record<ActionName, [name: string, meaning: string]> = {
  respond: ['Answer', 'The app gets this response; no request is sent.'],
  change: ['Change', 'The request is made; it or its response is changed.'],
  delay: ['Delay', 'The request waits before it is made.'],
  fail: ['Fail', 'The request fails.'],
  pass: ['Let pass', 'The request is made as usual. Later rules in the list do not apply to it.']
}

const beyondBrowsers = 'For requests of Node’s http and https (axios uses these), a rule can only answer them or make them fail, and ' +
  'match only their method and URL. Rules do not apply to uploadFile and downloadFile of mini-programs.'

const limits: Record<ActionName, string[]> = {
  respond: [
    'CSP, CORS and mixed content do not apply to this response: an app that works with it may fail with the same response from a server.',
    'Set-Cookie sets no cookies. Rules cannot answer with redirects. They cannot answer EventSource or WebSocket, only make them fail.',
    beyondBrowsers
  ],
  change: [
    'The browser still checks CORS: another origin, or a new header, may need the permission of the server.',
    'A merge or a JSON Patch needs a JSON body of up to 1 MiB, so it does not change streams.',
    'EventSource, WebSocket, and synchronous XMLHttpRequests pass unchanged.',
    beyondBrowsers
  ],
  delay: ['EventSource, WebSocket, and synchronous XMLHttpRequests are not delayed.', beyondBrowsers],
  fail: [beyondBrowsers],
  pass: []
}

const failures: Record<Failure, [name: string, meaning: string]> = {
  network: ['No network', 'The error of the platform, such as “Failed to fetch”'],
  timeout: ['No response', 'No response until the app gives up. If the rule ends first, the request is sent (with Node’s http, it fails)'],
  abort: ['Aborted', 'As if the app had aborted it']
}

const bodyChanges: Record<BodyChange, string> = {
  keep: 'Leave it', replace: 'Replace it', merge: 'Merge JSON into it', patch: 'Apply a JSON Patch'
}

const effects: Record<ActionName, (detail: string) => string> = {
  respond: status => `answers ${status}`,
  change: () => 'is changed',
  delay: wait => `waits ${wait} ms`,
  fail: how => how === 'timeout' ? 'gets no response' : how === 'abort' ? 'is aborted' : 'fails',
  pass: () => 'passes'
}

export const rules = {
  title: 'Rules',
  answer: 'Mock the response…',
  fail: 'Fail it',
  slow: 'Slow it down',
  menu: 'Rule for this request',
  menuOfApi: 'Rule for this API',
  active: (count: number) => count === 1 ? '1 rule is active' : `${count} rules are active`,
  activeHint: (count: number) => `${count === 1 ? 'It applies' : 'They apply'} in apps of this session that opt in.`,
  bar: 'Active rules',
  allOff: 'Rules are off',
  allOn: 'Rules are on',
  turnOff: 'Turn rules off',
  turnOn: 'Turn rules on',
  show: 'Show',
  undo: 'Undo',
  offNow: 'All rules are off. Requests are made as if there were none.',
  saved: (name: string) => `Saved: ${name}`,
  savedButOff: (name: string) => `Saved: ${name}. But all rules are off.`,
  deleted: (name: string) => `Deleted: ${name}`,
  undone: 'Undone',
  notSaved: 'The rule is not saved.',
  editAgain: 'Edit again',
  failed: (reason: string) => `Not saved: ${reason}`,
  busy: 'Other viewers are changing these rules right now. Try again.',
  new: 'New rule',
  newTitle: 'New rule',
  editTitle: 'Edit the rule',
  back: 'All rules',
  save: 'Save',
  saving: 'Saving…',
  list: 'Rules, in the order in which they are tried',
  empty: 'No rules yet',
  emptyWhy: 'A rule answers, changes, delays or fails requests inside the app that makes them. Open a request and press r, or start from ' +
    'scratch.',
  tried: 'The first rule that matches applies. After Delay or Change, later rules may apply, too.',
  everything: 'every request',
  named: (subject: string, effect: string) => `${subject} ${effect}`,
  effects,
  enabled: (name: string) => `${name} is on`,
  edit: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  move: (name: string) => `Move ${name}: arrow keys, or drag`,
  moved: (name: string, place: number, of: number) => `${name} is now number ${place} of ${of}`,
  hits: (count: number) => count === 1 ? '1 hit' : `${countText(count)} hits`,
  hitsHint: 'Show the requests to which it applied',
  noHits: 'no hits yet',
  left: (left: number, times: number) => `${left} of ${times} left`,
  leftHint: 'Computed from the recorded requests of this session. Each app counts for itself, so its number may differ',
  chanceOf: (chance: number) => `${chance}%`,
  chanceOfHint: 'It applies to about this share of the matching requests',
  endsIn: (time: string) => `ends in ${time}`,
  ended: 'ended',
  renew: 'Renew for 1 hour',
  import: 'Import…',
  importFile: 'File of rules to import',
  export: 'Export',
  imported: (count: number) => count === 1 ? '1 rule imported' : `${count} rules imported`,
  notImported: (reason: string) => `This file was not imported: ${reason}`,
  noRulesFile: 'it is not a list of rules.',
  manyInFile: (count: number, most: number) => `The file has ${countText(count)} rules; a session has at most ${most}.`,
  off: 'Rules are off in this service.',
  offWhy: 'To enable them, the operator sets RULE_TOKENS or VIEW_TOKENS and leaves RULES at auto, or sets RULES=on. With RULES=on and no ' +
    'tokens, every viewer can write rules.',
  refused: (reason: string) => `The service does not let this page edit rules: ${reason}`,
  missing: 'This version of the service does not support rules.',
  unread: 'Reading the rules…',
  unreadable: (reason: string) => `The rules could not be read: ${reason}`,
  retry: 'Try again',
  tokenTitle: 'A token for rules is needed',
  tokenWhy: 'To write rules, you need a token from RULE_TOKENS. Ask the operator for one. This page keeps it in this tab only.',
  token: 'Token for rules',
  tokenUse: 'Use this token',
  unheard: 'No rule has applied here yet.',
  unheardWhy: 'Rules apply only in apps that opt in: data-rules in the script tag, earshot record --rules, or rules: true in start(). ' +
    'This page cannot see whether yours does.',
  scriptLine: 'The script tag of a page:',
  match: 'Which requests',
  matchHint: 'All requests. To choose some: method:POST path:/orders',
  would: (matched: number, of: number) => of === 0
    ? 'No requests here yet to test it with'
    : `Would have matched ${countText(matched)} of ${countText(of)} requests here`,
  unknown: (count: number) => count === 1
    ? '1 request not tested: this page no longer has the body'
    : `${countText(count)} requests not tested: this page no longer has their bodies`,
  action: 'Action',
  actions,
  limits,
  limitsTitle: 'Limitations',
  status: 'Status',
  statusText: 'Reason phrase',
  headers: 'Headers, one on each line',
  body: 'Body',
  bodyKept: (size: string) => `The recorded body, ${size}, is sent as it is.`,
  bodyStored: (size: string) => `The body of this rule, ${size}, is kept.`,
  bodyBytes: (size: string) => `The binary body of this rule, ${size}, is kept.`,
  ownBody: 'Write another body',
  editBody: 'Edit it',
  bodyFailed: (reason: string) => `The body could not be read: ${reason}`,
  pretty: 'Format',
  validJson: 'Valid JSON',
  invalidJson: (why: string) => `Not valid JSON: ${why}`,
  invalidBody: (why: string) => `Not valid JSON (${why}). It is sent as it is.`,
  wait: 'Wait before answering',
  delay: 'Wait',
  waitHint: '800, 1.5 s, 1-3 s',
  ofRequest: 'The request',
  ofResponse: 'The response',
  origin: 'Another origin',
  from: 'Path begins with',
  to: 'replaced by',
  setHeaders: 'Set headers, one on each line',
  withoutHeaders: 'Remove headers',
  replaceRequestBody: 'Replace the body',
  unchanged: 'unchanged',
  ofBody: 'The body of the response',
  bodyChanges,
  merge: 'Merge patch (RFC 7396): members to set; null removes a member',
  patch: 'JSON Patch operations (RFC 6902)',
  how: 'How it fails',
  failures,
  when: 'How often, how long',
  name: 'Name',
  times: 'Times per app',
  timesHint: 'unlimited',
  chance: 'Percent of requests',
  chanceHint: '100',
  lifetime: 'Ends in',
  lifetimes: ['10 minutes', '1 hour', '8 hours', '24 hours'],
  keepsEnd: (time: string) => `${time} (unchanged)`,
  faults,
  faultAtLine: (line: number, fault: string) => `Line ${line}: ${fault}`,
  obstacles,
  theirs: 'Someone else has changed this rule.',
  theirsKept: 'These changes of theirs are kept when you save:',
  theirsClash: 'You both changed this. The form has your edit; theirs is:',
  theirsDeleted: 'This rule no longer exists: it was deleted, or it has ended. Save yours as a new rule, or close the form.',
  theirsChange: (name: string, now: string) => `${name}: now ${now}`,
  nothing: 'nothing',
  members: {
    name: 'Name',
    enabled: 'On',
    match: 'Which requests',
    times: 'Times',
    chance: 'Percent of requests',
    expires: 'End',
    action: 'Action',
    status: 'Status',
    statusText: 'Reason phrase',
    headers: 'Headers',
    body: 'Body',
    delayMs: 'Wait',
    ms: 'Wait',
    how: 'How it fails',
    request: 'The request',
    response: 'The response'
  } as Readonly<Record<string, string>>,
  mine: 'Save mine',
  takeTheirs: 'Take theirs',
  applied: {
    respond: 'Answered by the rule',
    change: 'Changed by the rule',
    delay: 'Delayed by the rule',
    fail: 'Failed by the rule',
    pass: 'Passed unchanged by the rule'
  } satisfies Record<ActionName, string>,
  also: 'before that',
  gone: 'no longer in the list',
  openRule: (name: string) => `Open the rule ${name}`,
  compareWithOriginal: 'Compare with the original response',
  keys: { answer: 'Mock the response', off: 'Turn rules off' }
}
