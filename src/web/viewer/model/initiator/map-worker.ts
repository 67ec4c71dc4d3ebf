// Reads scripts and source maps in a worker: it can take seconds, and only a worker can be stopped.
import { answerEach } from '../worker-scope.js'
import { mapAddressOf } from './map-address.js'
import type { MapAnswer, MapQuestion } from './map-question.js'
import { originalsOf, TooDense } from './source-map.js'

answerEach((question: MapQuestion) => ({ message: answerTo(question), transfer: [] }))

function answerTo (question: MapQuestion): MapAnswer {
  const { url, calls } = question
  const text = new TextDecoder().decode(question.bytes)
  if (question.what === 'map') return read(text, url, calls)
  const map = mapAddressOf(text, question.header)
  if (!map) return { fault: 'no-map' }
  return 'address' in map ? map : read(map.text, url, calls)
}

function read (text: string, url: string, calls: MapQuestion['calls']): MapAnswer {
  try {
    return { originals: originalsOf(text, url, calls) }
  } catch (error) {
    return { fault: error instanceof TooDense ? 'dense' : 'broken' }
  }
}
