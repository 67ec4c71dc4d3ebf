// The service accepts only registered methods. A request with any other method is recorded as POST, with a note that names the real method.

// The methods of schema/push.ts; a test compares the two lists.
const METHODS = ('ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR ' +
  'MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH TRACE UNBIND ' +
  'UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL ERROR').split(' ')

/** A method that the service accepts, and a note if the app used another one. */
export function pushedMethod (method: string): { method: string, note?: string } {
  const upper = method.toUpperCase()
  // Platforms send only these in capitals, however the app writes them.
  const isSent = method === upper || /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/.test(upper)
  if (METHODS.includes(upper)) return { method: upper, ...!isSent && { note: `the real method was ${method}` } }
  return { method: 'POST', note: `the real method was ${method.slice(0, 40)}` }
}
