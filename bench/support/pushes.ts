// Sends pushes that a measurement needs, but does not measure. Throws if a push is not accepted.

export async function pushBatch (address: string, session: string, pushes: object[]): Promise<void> {
  await post(address, 'batch', session, pushes)
}

/** Returns the id of the entry. */
export async function pushOne (address: string, session: string, push: object): Promise<string> {
  return (JSON.parse(await post(address, 'raw-data', session, push)) as { data: string }).data
}

async function post (address: string, resource: string, session: string, body: object): Promise<string> {
  const reply = await fetch(`${address}/capture/${resource}?sessionId=${session}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`A push was answered ${reply.status}: ${text}`)
  return text
}
