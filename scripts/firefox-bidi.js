#!/usr/bin/env node
// firefox-bidi.js <option ...>: runs Firefox, and relays WebDriver BiDi between it and Playwright, which expects the newest Firefox. If an
// older Firefox does not know an emulation command (for example, for dark colors), the relay reports success. The environment variable
// FIREFOX is the path of Firefox.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const firefox = spawn(process.env.FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('error', error => {
  console.error(`Firefox cannot be run: ${error.message}`)
  process.exit(1)
})
firefox.on('exit', code => process.exit(code ?? 1))

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/
createInterface({ input: firefox.stderr }).on('line', line => {
  const address = LISTENING.exec(line)?.[1]
  if (!address) return console.error(line)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`)
  })
  server.on('connection', (client, { url }) => relay(client, new WebSocket(address + url)))
})

/** Passes the messages of each side on to the other, in order. */
function relay (client, browser) {
  const waiting = []
  const emulating = new Set()
  client.on('message', data => {
    const text = data.toString()
    const { id, method = '' } = JSON.parse(text)
    if (method.startsWith('emulation.')) emulating.add(id)
    if (browser.readyState === WebSocket.OPEN) browser.send(text)
    else waiting.push(text)
  })
  browser.on('open', () => { for (const text of waiting) browser.send(text) })
  browser.on('message', data => {
    const text = data.toString()
    const { id, error } = JSON.parse(text)
    const isUnknown = emulating.delete(id) && error === 'unknown command'
    client.send(isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : text)
  })
  for (const [one, other] of [[client, browser], [browser, client]]) one.on('close', () => other.close()).on('error', () => {})
}
