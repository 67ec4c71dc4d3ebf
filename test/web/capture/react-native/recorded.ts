// The expected records of the requests in uses.js: method, path, status and note.

export const RECORDED = [
  'GET /json 200', 'GET /text?a=1 200', 'POST /echo 200', 'POST /echo?form 200', 'GET /png 200', 'GET /json?unread 200', 'GET /missing 404',
  'GET /empty 204', 'HEAD /json?head 200', 'GET /hang?fetch 0 canceled', 'GET http://127.0.0.1/none 0 network error', 'GET /text?xhr 200',
  'PUT /echo?put 200', 'GET /json?xhr 200 response: JSON, re-serialized', 'GET /png?xhr 200', 'POST /digest 200',
  'GET /hang?xhr 0 canceled', 'GET /hang?late 0 timeout', 'GET http://127.0.0.1/xhr 0 network error: Failed', 'GET /text?twice 200',
  'GET /half 200 network error: unexpected end of stream',
  'GET /text?over 200'
]
