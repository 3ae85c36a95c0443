import type { Message, MessagePart } from '../../shared/thread/message.ts'

/** Of what was said before, as much as one model call gets; files are counted apart. */
export const HISTORY_MAX_BYTES = 1_048_576

/**
 * The newest messages that fit, at least one, from a person's words on: providers refuse a talk that
 * an answer begins. A tool's call and its result are in one message, so neither is ever alone.
 */
export function trimHistory(
  messages: readonly Message[],
  maxBytes = HISTORY_MAX_BYTES,
): readonly Message[] {
  let bytes = 0
  const tooOld = messages.findLastIndex((message, index) => {
    bytes += countMessageBytes(message)
    return bytes > maxBytes && index < messages.length - 1
  })
  const newest = messages.slice(tooOld + 1)
  const first = newest.findIndex(({ role }) => role === 'user')
  return first === -1 ? newest : newest.slice(first)
}

/** Of a file its name alone: what is in it is counted apart. */
export const countMessageBytes = ({ content }: Message): number =>
  content.reduce((sum, part) => sum + partBytes(part), 0)

function partBytes(part: MessagePart): number {
  if (part.type === 'file' || part.type === 'image') return Buffer.byteLength(part.filename ?? '')
  return Buffer.byteLength(JSON.stringify(part))
}
