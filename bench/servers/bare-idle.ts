// A server with only `ws`: it keeps sockets open, and sends a ping to each of them every 25 seconds.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { listenAndTell } from '../support/listen.js'

const PING_MS = 25_000

const server = createServer()
const sockets = new WebSocketServer({ server })
setInterval(() => { for (const client of sockets.clients) client.ping() }, PING_MS)

listenAndTell(server)
