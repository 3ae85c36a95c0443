import { readAttachments } from '../../../shared/thread/attachment.ts'
import { isContextFull } from '../../../shared/thread/settle-message.ts'
import { isBlankPart, type Message } from '../../../shared/thread/message.ts'

type EndNote =
  | 'message.blank'
  | 'message.contextFull'
  | 'message.filtered'
  | 'message.stopped'
  | 'message.tooLong'
  | 'message.unfinished'

/** The note under an answer that did not complete normally. `null` if it completed, or if a card says more. */
export function endNoteOf(message: Message): EndNote | null {
  const { status, content, metadata } = message
  if (status?.type === 'running' || status?.type === 'requires-action') return null
  if (status?.type !== 'incomplete') {
    // Reasoning is folded, so readers do not take it for an answer. Kept files stand in the metadata.
    const isBlank = content.every((part) => part.type === 'reasoning' || isBlankPart(part))
    return isBlank && readAttachments(metadata.custom, () => {}).length === 0
      ? 'message.blank'
      : null
  }
  const { reason } = status
  switch (reason) {
    case 'length':
      return isContextFull(message) ? 'message.contextFull' : 'message.tooLong'
    case 'content-filter':
      return 'message.filtered'
    case 'tool-calls':
    case 'other':
      return 'message.unfinished'
    case 'cancelled':
      return 'message.stopped'
    case 'error':
      return null
    default:
      return reason satisfies never
  }
}

/** True if a button that retries is shown in words beside the end of the last answer. */
export function offersRetry(message: Message): boolean {
  const note = endNoteOf(message)
  const hasFailed = message.status?.type === 'incomplete' && message.status.reason === 'error'
  return hasFailed || note === 'message.stopped' || note === 'message.blank'
}
