// A broadcast with nothing but `ws`: each text that comes by POST goes to every socket.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => { text += chunk }).on('end', () => {
    for (const client of sockets.clients) client.send(text)
    response.end()
  })
})
const sockets = new WebSocketServer({ server })

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
