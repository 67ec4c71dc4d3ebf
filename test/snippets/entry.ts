// A complete entry of a POST, with the given fields.
import type { Entry } from '../../src/schema/entry.js'

export function entry (given: Partial<Entry> = {}): Entry {
  return {
    id: '1-5f0c2a9be714',
    requestId: 'request-1',
    api: 'https://shop.example/orders?full=1',
    method: 'POST',
    requestHeader: 'Content-Type: application/json\r\nX-App: shop',
    responseHeader: 'HTTP/1.1 201 Created\r\nContent-Type: application/json',
    request: '{"n":12345678901234567890}',
    response: '{"id":42,"total":1.0}',
    timeConsuming: 37.5,
    pageParams: '{}',
    storage: '{"theme":"dark"}',
    timestamp: 1795250000000,
    ...given
  }
}
