import { markAllInvisible } from '../../../shared/mark-invisible.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { refusalOf } from '../../../shared/thread/call-state.ts'

/** Appearance of a tool call: icon and sentence. */
export type ToolLook =
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'ended'
  | 'asking'
  | 'denied'
  | 'changed'

const REFUSED = {
  denied: 'denied',
  skipped: 'ended',
  contradicted: 'changed',
  neither: 'failed',
} as const

/**
 * @param isRunning the message with the call is still growing. @param isWaiting the message waits for a person and
 * is the last one: a call left behind in an older message has ended, in spite of its state. Default false.
 */
export function describeTool(part: ToolCallPart, isRunning: boolean, isWaiting = false): ToolLook {
  const isOpen = isRunning || isWaiting
  // An error that a person can fix is not a failure yet.
  if (isInterrupted(part)) return isOpen ? 'asking' : 'ended'
  switch (part.state) {
    case 'input-streaming':
      return isRunning ? 'waiting' : 'ended'
    case 'input-available':
    case 'approval-responded':
      return isOpen ? 'running' : 'ended'
    case 'approval-requested':
      return isOpen ? 'asking' : 'ended'
    case 'output-denied':
      return 'denied'
    case 'output-available':
      return part.isError === true ? 'failed' : 'done'
    case 'output-error':
      return REFUSED[refusalOf(part) ?? 'neither']
    default:
      return part.state satisfies never
  }
}

/** True if an identity provider stands between the call and its result. */
export const isInterrupted = ({ interrupt, state }: ToolCallPart): boolean =>
  interrupt !== undefined && state !== 'output-available' && state !== 'output-denied'

/** Blanks and signs between the words of a name. Invisible characters are shown, and do not separate words. */
const BETWEEN_WORDS = /[_\-./\t\n\r\p{Zs}]+/gu

/** A tool's name in words: `lookup_invoices` and `lookupInvoices` both read "lookup invoices". */
export function wordsOfToolName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(BETWEEN_WORDS, ' ')
    .replace(/^ | $/g, '')
  return markAllInvisible(words === '' ? name : words.toLowerCase())
}
