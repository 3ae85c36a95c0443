import { expect, test } from 'vitest'
import { messageText } from './documents.ts'

const TEXT = { type: 'text', text: 'said' }

test.each([
  ['a user', { role: 'user', content: [TEXT] }, 'said'],
  ['an assistant', { role: 'assistant', content: [TEXT, TEXT] }, 'said\n\nsaid'],
  ['the AI SDK', { role: 'user', parts: [TEXT] }, 'said'],
  ['a bare text', { role: 'user', content: 'said' }, 'said'],
  ['the system', { role: 'system', content: [TEXT] }, ''],
  ['nobody', { content: [TEXT] }, ''],
  ['reasoning', { role: 'assistant', content: [{ type: 'reasoning', text: 'thought' }] }, ''],
  ['a tool', { role: 'assistant', content: [{ type: 'tool-call', args: { text: 'x' } }] }, ''],
  ['a text that is none', { role: 'user', content: [{ type: 'text', text: 7 }, null, 'x'] }, ''],
  ['nothing', { role: 'user' }, ''],
])('what people read of %s', (_, content, text) => {
  expect(messageText(content)).toBe(text)
})
