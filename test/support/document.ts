// Checks replies and bodies against the OpenAPI document of the service; fields that are not in the document are errors.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { call, type Reply } from './client.js'

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { in: string, name: string, example?: unknown }[]
  security?: Record<string, string[]>[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { headers?: Record<string, unknown>, content?: Record<string, { example?: unknown }> }>
}

export interface OpenApi extends Record<string, unknown> {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes?: Record<string, unknown> }
}

export interface Judge {
  document: OpenApi
  /** Returns how a reply differs from the document; undefined if it matches. */
  disagreement: (method: string, path: string, reply: Reply) => string | undefined
  /** Returns whether the document permits a body. */
  permits: (method: string, path: string, contentType: string, body: unknown) => boolean
}

export async function readDocument (target: { url: string }): Promise<Judge> {
  const document = (await call(target, '/openapi.json')).body as OpenApi
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(strict(document) as object, 'openapi.json')
  const check = (steps: string[], body: unknown) => {
    const pointer = steps.map(step => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    return ajv.validate({ $ref: `openapi.json#/${pointer}` }, body) ? undefined : ajv.errorsText()
  }
  return {
    document,
    disagreement: (method, path, { status, headers, body }) => {
      const response = document.paths[path]?.[method]?.responses[status]
      if (!response) return `${status} is not documented`
      const missing = Object.keys(response.headers ?? {}).find(name => !headers.has(name))
      if (missing !== undefined) return `there is no header ${missing}`
      if (!response.content) return body === '' ? undefined : 'there is a body'
      const type = headers.get('content-type')?.split(';', 1)[0] ?? 'none'
      if (!(type in response.content)) return `the content type ${type} is not documented`
      return check(['paths', path, method, 'responses', String(status), 'content', type, 'schema'], body)
    },
    permits: (method, path, contentType, body) =>
      check(['paths', path, method, 'requestBody', 'content', contentType, 'schema'], body) === undefined
  }
}

/** Copies the schema and forbids undocumented properties, except in pushes, which ignore them. */
export function strict (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strict(inner)]))
  const isPush = 'properties' in value && 'api' in (value.properties as object) && !('id' in (value.properties as object))
  return 'properties' in value && 'required' in value && !isPush ? { ...copy, additionalProperties: false } : copy
}
