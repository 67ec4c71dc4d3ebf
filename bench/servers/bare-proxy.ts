// The library that `earshot proxy` uses, by itself: a proxy that rewrites and records nothing. The target is the first argument.
import { Agent, createServer } from 'node:http'
import { ProxyServer } from 'httpxy'
import { listenAndTell } from '../support/listen.js'

const [, , target = ''] = process.argv
const proxy = new ProxyServer({ target: new URL(target), agent: new Agent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' }) })

listenAndTell(createServer((request, response) => { proxy.web(request, response).catch(() => {}) }))
