// An API that answers at once: 1 KB of JSON.
import { createServer } from 'node:http'
import { listenAndTell } from '../support/listen.js'

const BODY = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}`, price: 19.9 })) })

listenAndTell(createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json').end(BODY)
}))
