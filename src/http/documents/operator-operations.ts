// Describes the routes for operators, and the routes of the API documents themselves: see operations.ts.
import { Type } from '../../schema/typebox.js'
import type { DocumentedOperation } from './operation.js'

export const OPERATOR_OPERATIONS = {
  getHealth: {
    id: 'getHealth',
    summary: 'Is the process alive?',
    description: 'It does not check Redis: restarting the process would not help if Redis is unavailable.',
    tag: 'For operators',
    responses: { 200: { description: 'The process is alive' } },
    errors: []
  },
  getReadiness: {
    id: 'getReadiness',
    summary: 'Is the replica ready for requests?',
    description: 'Whether Redis answers and the replica is not shutting down.',
    tag: 'For operators',
    responses: { 200: { description: 'The replica is ready' } },
    errors: ['unavailable']
  },
  getMetrics: {
    id: 'getMetrics',
    summary: 'The metrics of the replica',
    description: "In Prometheus's text format.",
    tag: 'For operators',
    responses: { 200: { description: 'All metrics', content: { 'text/plain': Type.String() } } },
    errors: []
  },
  getOpenApi: {
    id: 'getOpenApi',
    summary: 'This document',
    description: 'OpenAPI 3.1. A page for people is at `docs/`, next to it.',
    tag: 'For operators',
    responses: { 200: { description: 'The document', content: { 'application/json': Type.Object({}) } } },
    errors: []
  },
  getAsyncApi: {
    id: 'getAsyncApi',
    summary: 'The messages of the live channel',
    description: 'An AsyncAPI 3.0 document.',
    tag: 'For operators',
    responses: { 200: { description: 'The document', content: { 'application/json': Type.Object({}) } } },
    errors: []
  }
} as const satisfies Record<string, DocumentedOperation>
