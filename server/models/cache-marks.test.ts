import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { markPrompt, markTools } from './cache-marks.ts'
import { PAGE_DATA_TEXT } from './page-data.ts'

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } }
const system: LanguageModelV4Message = { role: 'system', content: 'Be kind.' }
const user = (...texts: string[]): LanguageModelV4Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const said: LanguageModelV4Message = { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] }
const result: LanguageModelV4Message = {
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: 'a', toolName: 'b', output: { type: 'text', value: 'c' } },
  ],
}
/** Places of the marks: `2` for a message, `2.0` for its first part. */
const marksOf = (prompt: readonly LanguageModelV4Message[]) =>
  prompt.flatMap(({ content, providerOptions }, index) => [
    ...(providerOptions ? [`${index}`] : []),
    ...(typeof content === 'string'
      ? []
      : content.flatMap((part, at) => (part.providerOptions ? [`${index}.${at}`] : []))),
  ])

test('marks the instructions, the newest question and the one before it', () => {
  const marked = markPrompt([system, user('1'), said, user('2'), said, user('3')])

  expect(marksOf(marked)).toEqual(['0', '3', '5'])
  expect(marked[5]?.providerOptions).toEqual(MARK)
  expect(marksOf(markPrompt([user('1'), said, result]))).toEqual(['0', '2'])
})

test('marks a question before the data of its page, which later calls do not have', () => {
  const marked = markPrompt([user('1'), said, user('2', `${PAGE_DATA_TEXT} x`)])

  expect(marksOf(marked)).toEqual(['0', '2.0'])
})

test('marks the last tool, and keeps options of a message', () => {
  const tool = { type: 'function', inputSchema: {} } as const
  const signed = { ...user('1'), providerOptions: { anthropic: { a: 1 }, openai: { b: 2 } } }

  expect(
    markTools([
      { ...tool, name: 'a' },
      { ...tool, name: 'b' },
    ]),
  ).toEqual([
    { ...tool, name: 'a' },
    { ...tool, name: 'b', providerOptions: MARK },
  ])
  expect(markPrompt([signed])[0]?.providerOptions).toEqual({
    anthropic: { a: 1, ...MARK.anthropic },
    openai: { b: 2 },
  })
})
