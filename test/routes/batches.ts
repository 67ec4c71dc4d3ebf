// Helpers for tests of batches: pushes, and the results in a reply.
import type { Entry } from '../../src/schema/entry.js'
import type { Reply, Told } from '../support/client.js'

export const fields = (requestId: string, more: object = {}) => ({ api: '/a', method: 'GET', requestId, timeConsuming: 1, ...more })
export const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => fields(`r${n}`, more))
export const told = ({ body }: Reply) => (body as { data: Told[] }).data
export const requestIds = (entries: Entry[]) => entries.map(({ requestId }) => requestId)
