// Reads everything that a page can read from a fetch response, for comparisons. Runs in the page.
window.pathOf = url => url.replace(/^https?:\/\/[^/]+/, '')

window.factsOf = async make => {
  const response = await make()
  const { status, statusText, ok, type, redirected, url, headers, bodyUsed, body } = response
  const facts = {
    status,
    statusText,
    ok,
    type,
    redirected,
    url: window.pathOf(url),
    bodyUsed,
    hasBody: body !== null,
    headers: [...headers].filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name)),
    keys: Object.keys(response),
    kind: Object.prototype.toString.call(response),
    isResponse: response instanceof Response,
    set: window.thrown(() => headers.set('x', '1')),
    append: window.thrown(() => headers.append('x', '1')),
    delete: window.thrown(() => headers.delete('content-type'))
  }
  const clone = response.clone()
  const again = clone.clone()
  Object.assign(facts, {
    clone: [clone.status, clone.statusText, clone.type, clone.redirected, window.pathOf(clone.url), again.type, clone === response],
    cloneText: await clone.text(),
    text: await response.text(),
    used: response.bodyUsed,
    textAgain: await window.failure(response.text()),
    cloneUsed: window.thrown(() => response.clone()),
    json: await window.failure((await make()).json()),
    arrayBuffer: [...new Uint8Array(await (await make()).arrayBuffer())],
    blob: await make().then(response => response.blob()).then(async blob => [blob.type, blob.size, await blob.text()]),
    bytes: Response.prototype.bytes ? [...await (await make()).bytes()] : 'none',
    form: await window.failure((await make()).formData().then(form => [...form])),
    stream: await window.streamed(await make())
  })
  return facts
}

window.streamed = async ({ body }) => {
  const reader = body?.getReader()
  const bytes = []
  for (;;) {
    const { done, value } = await reader?.read() ?? { done: true }
    if (done) return bytes
    bytes.push(...value)
  }
}

window.thrown = run => {
  try {
    return String(run())
  } catch (error) {
    return `${error}`
  }
}

window.failure = async promise => {
  try {
    return await promise
  } catch (error) {
    return `${Object.prototype.toString.call(error)} ${error}`
  }
}
