import type { MessageStatus } from '../../../../shared/thread/message.ts'

type EndReason = Extract<MessageStatus, { type: 'incomplete' }>['reason']
type EndNote = 'message.tooLong' | 'message.filtered' | 'message.unfinished'

/** The line under an answer that was cut; `null` where a card, or a button, says more. */
export function endNoteOf(reason: EndReason): EndNote | null {
  switch (reason) {
    case 'length':
      return 'message.tooLong'
    case 'content-filter':
      return 'message.filtered'
    case 'tool-calls':
    case 'other':
      return 'message.unfinished'
    case 'error':
    case 'cancelled':
      return null
    default:
      return reason satisfies never
  }
}
