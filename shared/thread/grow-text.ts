import type { Message } from './message.ts'
import { addPart, replacePart } from './put-part.ts'

type TextType = 'text' | 'reasoning'

/** Adds a delta to the open part that it names; one that nothing announced opens a part. */
export function growText(
  message: Message,
  type: TextType,
  { id, delta }: { readonly id: string; readonly delta: string },
): Message {
  const index = findOpen(message, type, id)
  const part = message.content[index]
  if (part?.type !== type) return addPart(message, { type, text: delta, streamId: id })
  return replacePart(message, index, { ...part, text: part.text + delta })
}

export function endText(message: Message, type: TextType, id: string): Message {
  const index = findOpen(message, type, id)
  const part = message.content[index]
  if (part?.type !== type) return message
  return replacePart(message, index, { type, text: part.text })
}

/** Providers use an id again in a later step; the open part is the one that is meant. */
function findOpen(message: Message, type: TextType, id: string): number {
  return message.content.findLastIndex((part) => part.type === type && part.streamId === id)
}
