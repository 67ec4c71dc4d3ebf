// Methods as the service takes them: registered ones only. Apps may call by any other, and that must be recorded too.

// Those of schema/push.ts; a test compares them.
const METHODS = ('ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL ' +
  'MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT ' +
  'UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL').split(' ')

/** One that the service takes, and a note where it is not the one that was used. */
export function pushedMethod (method: string): { method: string, note?: string } {
  const upper = method.toUpperCase()
  return METHODS.includes(upper) ? { method: upper } : { method: 'POST', note: `the method was ${method.slice(0, 40)}` }
}
