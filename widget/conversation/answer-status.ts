import { AlcoveError } from '../../shared/errors.ts'
import type { Message, MessageStatus } from '../../shared/thread/message.ts'

/** Of an answer whose stream is lost for good. */
export const INTERRUPTED: MessageStatus = {
  type: 'incomplete',
  reason: 'error',
  error: {
    code: 'interrupted',
    message: 'The connection was lost before the answer was finished.',
  },
}

/** Of an answer that somebody stopped. */
export const CANCELLED: MessageStatus = { type: 'incomplete', reason: 'cancelled' }

/** Of an answer that an error ended. */
export function failedStatus(error: unknown): MessageStatus {
  const { code, message } =
    error instanceof AlcoveError ? error : { code: 'internal', message: 'Something went wrong.' }
  return { type: 'incomplete', reason: 'error', error: { code, message } }
}

export const isFailed = ({ status }: Message): boolean =>
  status?.type === 'incomplete' && status.reason === 'error'

/** Whether an answer shows anything. */
export function hasContent(answer: Message): boolean {
  return answer.content.some(
    (part) => (part.type !== 'text' && part.type !== 'reasoning') || part.text.trim() !== '',
  )
}
