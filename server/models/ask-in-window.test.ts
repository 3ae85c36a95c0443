import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { askInWindow, SHORTENINGS_MAX } from './ask-in-window.ts'
import { createContextWindow } from './context-window.ts'
import { tokensOf } from './fit-prompt.ts'
import { createFailure } from './provider-failure.ts'

const turns = (count: number): LanguageModelV4Prompt =>
  Array.from({ length: count }, (_, index) => [
    { role: 'user' as const, content: [{ type: 'text' as const, text: `${index}` }] },
    { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'x'.repeat(300) }] },
  ]).flat()

/** A model that refuses prompts from this size on. */
function connect(prompt: LanguageModelV4Prompt, mostTokens: number, words: readonly string[] = []) {
  const sizes: number[] = []
  let refusals = 0
  const parts = askInWindow({
    prompt,
    window: createContextWindow({
      name: 'any',
      contextTokens: undefined,
      maxOutputTokens: undefined,
      tools: [],
    }),
    async *ask(told) {
      sizes.push(tokensOf(told))
      yield* words.map((text) => ({ type: 'text-delta' as const, text }))
      if (tokensOf(told) > mostTokens) throw createFailure('too-long', 'scripted')
      yield { type: 'finish' as const }
    },
    onRefused: () => void (refusals += 1),
  })
  return { parts, sizes, refusals: () => refusals }
}

test('a prompt that the provider refuses is told again in halves, and the mark comes first', async () => {
  const prompt = turns(64)
  const { parts, sizes, refusals } = connect(prompt, tokensOf(prompt) / 3)

  const said = await Array.fromAsync(parts)

  expect(said.map(({ type }) => type)).toEqual(['memory-begins', 'finish'])
  expect(sizes).toHaveLength(3)
  expect(sizes[1]).toBeLessThanOrEqual(sizes[0]! / 2)
  expect(refusals()).toBe(2)
})

test('it is shortened at most so many times', async () => {
  const prompt = turns(2 ** (SHORTENINGS_MAX + 3))
  const last = tokensOf(prompt) / 2 ** SHORTENINGS_MAX
  const enough = connect(prompt, last)
  const tooMuch = connect(prompt, last / 2)

  expect((await Array.fromAsync(enough.parts)).at(-1)).toEqual({ type: 'finish' })
  await expect(Array.fromAsync(tooMuch.parts)).rejects.toThrow()
  expect(tooMuch.sizes).toHaveLength(SHORTENINGS_MAX + 1)
})

test('nothing is told again after a word, or if nothing is left to leave out', async () => {
  const after = connect(turns(8), 1, ['Well'])
  const alone = connect(turns(1), 1)

  await expect(Array.fromAsync(after.parts)).rejects.toThrow()
  await expect(Array.fromAsync(alone.parts)).rejects.toThrow()
  expect([after.sizes.length, alone.sizes.length]).toEqual([1, 1])
})
