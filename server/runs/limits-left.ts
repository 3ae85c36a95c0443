import type { Message } from '../../shared/thread/message.ts'
import { encodeAnswer } from './keep-run.ts'
import { CONTENT_MAX_BYTES, type AnswerLimits } from './limit-answer.ts'

/** What an answer that goes on may still have of its limits, which are those of the whole. */
export function limitsLeft(limits: AnswerLimits, answer: Message): AnswerLimits {
  const texts = answer.content.map((part) =>
    part.type === 'text' || part.type === 'reasoning' ? part.text : '',
  )
  const { contentBytes = CONTENT_MAX_BYTES } = limits
  return {
    ...limits,
    answerBytes: Math.max(0, limits.answerBytes - Buffer.byteLength(texts.join(''))),
    contentBytes: Math.max(0, contentBytes - countBytes(answer)),
  }
}

const countBytes = (answer: Message): number =>
  Buffer.byteLength(JSON.stringify(encodeAnswer(answer).content['content']))
