import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { createContextWindow } from './context-window.ts'
import { tokensOf } from './fit-prompt.ts'
import { knownWindow } from './known-windows.ts'

const turns: LanguageModelV4Prompt = Array.from({ length: 100 }, (_, index) => [
  { role: 'user' as const, content: [{ type: 'text' as const, text: `${index}` }] },
  { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'x'.repeat(3_000) }] },
]).flat()
const setup = { name: 'x/unknown', contextTokens: undefined, maxOutputTokens: undefined, tools: [] }

test.each([
  ['openai/gpt-4', 8_192],
  ['openai/gpt-4o-mini', 128_000],
  ['openai/gpt-4.1-mini', 1_047_576],
  ['openai/gpt-5.1-chat-latest', 128_000],
  ['openai/gpt-5.1', 400_000],
  ['anthropic/claude-sonnet-4-5', 200_000],
  ['openai-compatible/google/gemini-3-pro', 1_048_576],
  ['openai-compatible/llama3:8b', 8_192],
  ['openai-compatible/llama3.1:8b', 131_072],
  ['openai-compatible/my-own', undefined],
])('knows the window of %s', (name, tokens) => {
  expect(knownWindow(name)).toBe(tokens)
})

test('keeps a part of the window free for the answer and for the tools', () => {
  const told = (change: Partial<Parameters<typeof createContextWindow>[0]>) =>
    tokensOf(createContextWindow({ ...setup, ...change }).fit(turns).prompt)
  const tool = {
    type: 'function',
    name: 'a',
    inputSchema: {},
    description: 'x'.repeat(30_000),
  } as const

  expect(told({})).toBe(tokensOf(turns))
  expect(told({ name: 'openai/gpt-4' })).toBeLessThanOrEqual(8_192 * 0.75)
  expect(told({ name: 'openai/gpt-4', contextTokens: 40_000 })).toBeGreaterThan(8_192)
  const most = told({ contextTokens: 40_000, maxOutputTokens: 1_000 })
  expect(most).toBeLessThanOrEqual(39_000)
  expect(most).toBeGreaterThan(30_000)
  expect(told({ contextTokens: 40_000, maxOutputTokens: 1_000_000 })).toBeLessThanOrEqual(20_000)
  expect(told({ contextTokens: 40_000, tools: [tool] })).toBeLessThanOrEqual(20_000)
})

test('a refused prompt is halved, until nothing is left to leave out', () => {
  const window = createContextWindow(setup)
  const sizes: number[] = []
  let { prompt } = window.fit(turns)
  while (window.shrink(prompt)) {
    prompt = window.fit(turns).prompt
    sizes.push(tokensOf(prompt))
  }

  expect(sizes[0]).toBeLessThanOrEqual(tokensOf(turns) / 2)
  expect(sizes.at(-1)).toBeGreaterThan(0)
  expect(prompt).toEqual(turns.slice(-2))
})
