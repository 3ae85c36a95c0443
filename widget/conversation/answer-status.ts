import { AlcoveError } from '../../shared/errors.ts'
import type { Message, MessageStatus } from '../../shared/thread/message.ts'

/** Status of an answer whose stream is lost for good. */
export const INTERRUPTED: MessageStatus = {
  type: 'incomplete',
  reason: 'error',
  error: {
    code: 'interrupted',
    message: 'The connection was lost before the answer was finished.',
  },
}

/** Status of an answer that a person stopped. */
export const CANCELLED: MessageStatus = { type: 'incomplete', reason: 'cancelled' }

/** Returns the status of an answer that an error ended. */
export function failedStatus(error: unknown): MessageStatus {
  const { code, message } =
    error instanceof AlcoveError ? error : { code: 'internal', message: 'Something went wrong.' }
  return { type: 'incomplete', reason: 'error', error: { code, message } }
}

export const isFailed = ({ status }: Message): boolean =>
  status?.type === 'incomplete' && status.reason === 'error'

/** True if an answer shows anything. */
export function hasContent(answer: Message): boolean {
  return answer.content.some(
    (part) => (part.type !== 'text' && part.type !== 'reasoning') || part.text.trim() !== '',
  )
}
