// Apps and tests that inspect or replace listeners, prototypes, timers and HTTP functions do not notice the recorder.
import http from 'node:http'
import https from 'node:https'
import { Socket } from 'node:net'
import type { Case } from '../case.js'
import { whole } from './http.js'

export const BESIDE: Case[] = [
  {
    title: 'ten listeners of one event, and the keys of prototypes',
    entries: [{ line: 'GET /json 200' }],
    run: async (at, log) => {
      const warned: string[] = []
      const note = ({ message }: Error) => { warned.push(message) }
      process.on('warning', note)
      const request = http.get(`${at.http}/json`)
      for (let n = 0; n < 10; n++) request.on('close', () => {})
      await whole(request, log)
      await new Promise(resolve => setTimeout(resolve, 20))
      process.off('warning', note)
      log(warned)
      for (const { prototype } of [http.ClientRequest, http.OutgoingMessage, http.Agent]) {
        log(Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(([name, { value, enumerable, writable, configurable }]) => {
          const { name: named, length } = typeof value === 'function' ? value as { name: string, length: number } : { name: '', length: 0 }
          return [name, named, length, enumerable, writable, configurable]
        }))
      }
    }
  },
  {
    title: 'fake timers: nobody but the app uses them',
    entries: [{ line: 'GET /json 200' }],
    run: async (at, log) => {
      const { setTimeout, clearTimeout } = globalThis
      const [now, since] = [Date.now, performance.now.bind(performance)]
      const used: string[] = []
      const seen = <Args extends unknown[], Result>(name: string, native: (...args: Args) => Result) => (...args: Args) => {
        used.push(name)
        return native(...args)
      }
      globalThis.setTimeout = seen('setTimeout', setTimeout) as unknown as typeof setTimeout
      globalThis.clearTimeout = seen('clearTimeout', clearTimeout)
      Date.now = seen('Date.now', now)
      performance.now = seen('performance.now', since)
      await whole(http.get(`${at.http}/json`), log)
      await new Promise(resolve => setTimeout(resolve, 400))
      Object.assign(globalThis, { setTimeout, clearTimeout })
      Object.assign(Date, { now })
      Reflect.deleteProperty(performance, 'now')
      log(used)
    }
  },
  {
    title: 'mocks of HTTP: they see no request but those of the app',
    alone: true,
    entries: [{ line: 'GET /json 200' }],
    run: async at => {
      const seen: unknown[] = []
      const watched = (object: object, name: string) => {
        const native = Reflect.get(object, name) as (...args: unknown[]) => unknown
        Reflect.set(object, name, function (this: unknown, ...args: unknown[]) {
          seen.push(name)
          return Reflect.apply(native, this, args)
        })
      }
      for (const module of [http, https]) {
        for (const name of ['request', 'get', 'ClientRequest', 'Agent']) if (name in module) watched(module, name)
      }
      watched(Socket.prototype, 'connect')
      await whole(http.get(`${at.http}/json`), () => {})
      process.on('exit', () => { console.log(seen) })
    }
  }
]
