// A broadcast with only `ws`: each text that arrives by POST is sent to every socket.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { listenAndTell } from '../support/listen.js'

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => { text += chunk }).on('end', () => {
    for (const client of sockets.clients) client.send(text)
    response.end()
  })
})
const sockets = new WebSocketServer({ server })

listenAndTell(server)
