// Compares in a worker, so that the page stays responsive.
import { answerEach } from '../worker-scope.js'
import { answerTo, buffersOf, type Question } from './answer.js'

answerEach((question: Question) => {
  const answer = answerTo(question)
  return { message: answer, transfer: buffersOf(answer) }
})
