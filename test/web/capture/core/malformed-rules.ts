// Malformed actions of rules, which the service never sends.
export const MALFORMED: unknown[] = [
  {}, { type: 'delay', ms: null }, { type: 'delay', ms: [1] }, { type: 'respond', status: '503' },
  { type: 'respond', status: 503, headers: [null] }, { type: 'respond', status: 503, body: 5 },
  { type: 'change', request: 'x' }, { type: 'change', request: { setHeaders: 'x' } }, { type: 'change', request: { origin: 5 } },
  { type: 'change', request: { pathPrefix: {} } }, { type: 'change', response: { setHeaders: 'x' } },
  { type: 'change', response: { removeHeaders: [5] } }, { type: 'change', response: { statusText: 5 } },
  { type: 'change', response: { patch: [{ op: 'add', path: 1 }] } }, { type: 'change', response: { patch: {} } },
  { type: 'fail', how: 'later' }, { type: 'newer' }
]
