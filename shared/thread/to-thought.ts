import type { Thought } from '../wire/thought-mark.ts'
import type { Message, MessagePart } from './message.ts'

/** Turns the end of an open text into a thought; earlier words of a continued text stay. */
export function toThought(message: Message, { id, length }: Thought): Message {
  const index = message.content.findLastIndex(
    (part) => part.type === 'text' && part.streamId === id,
  )
  const part = message.content[index]
  if (part?.type !== 'text') return message
  const before = part.text.slice(0, -length)
  const kept: readonly MessagePart[] = before === '' ? [] : [{ type: 'text', text: before }]
  const thought: MessagePart = { type: 'reasoning', text: part.text.slice(-length) }
  return { ...message, content: message.content.toSpliced(index, 1, ...kept, thought) }
}
