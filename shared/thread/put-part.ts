import type { Message, MessagePart } from './message.ts'

export const addPart = (message: Message, part: MessagePart): Message => ({
  ...message,
  content: [...message.content, part],
})

export const replacePart = (message: Message, index: number, part: MessagePart): Message => ({
  ...message,
  content: message.content.with(index, part),
})
