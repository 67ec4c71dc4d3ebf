// Sends a request as Node programs do, and reads the whole answer.
import http from 'node:http'
import type { ClientHttp2Session } from 'node:http2'

export function byHttp (url: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent }, response => { response.resume().on('end', resolve) }).on('error', reject)
  })
}

export async function byFetch (url: string): Promise<void> {
  await (await fetch(url)).text()
}

export function byHttp2 (session: ClientHttp2Session, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    session.request({ ':path': path }).on('error', reject).on('end', resolve).resume()
  })
}
