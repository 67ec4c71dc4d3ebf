// The worker that compares two requests, so that the page stays responsive.
import { answerEach } from '../worker-scope.js'
import { answerTo, buffersOf, type CompareQuestion } from './answer.js'

answerEach((question: CompareQuestion) => {
  const answer = answerTo(question)
  return { message: answer, transfer: buffersOf(answer) }
})
