import { expect, onTestFinished, test } from 'vitest'
import { CACHING_PROVIDERS, playTurns } from '../testing/play-turns.ts'
import { promptParts, type CallBody } from '../../e2e/model-server/prompt-cache.ts'
import { startCachingModel } from '../../e2e/model-server/start-caching-model.ts'
import { PAGE_DATA_TEXT } from './page-data.ts'

const TURNS = 10

async function start() {
  const server = await startCachingModel()
  onTestFinished(() => server.stop())
  return server
}

/** A prompt as text, without marks, which are no part of it. */
const textsOf = (body: CallBody): readonly string[] =>
  promptParts(body).map((part) =>
    JSON.stringify(part, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  )

test.each(CACHING_PROVIDERS)(
  'all that %s is told before the data of the page begins the prompt of the next call',
  async (provider) => {
    const server = await start()
    const answers = await playTurns(provider, server, TURNS)

    expect(answers.map(({ status }) => status?.type)).toEqual(Array(TURNS).fill('complete'))
    const prompts = server.calls.map(({ body }) => textsOf(body))
    expect(prompts.length).toBeGreaterThan(TURNS)
    for (const [index, prompt] of prompts.slice(0, -1).entries()) {
      const page = prompt.findIndex((part) => part.includes(PAGE_DATA_TEXT))
      expect(page).toBeGreaterThan(0)
      expect(prompts[index + 1]!.slice(0, page)).toEqual(prompt.slice(0, page))
    }
  },
)

test.each(CACHING_PROVIDERS)(
  'without such data the whole prompt of %s begins the next one, results of tools included',
  async (provider) => {
    const server = await start()
    await playTurns(provider, server, TURNS, false)

    const prompts = server.calls.map(({ body }) => textsOf(body))
    expect(prompts.length).toBeGreaterThan(TURNS)
    for (const [index, prompt] of prompts.slice(0, -1).entries()) {
      expect(prompts[index + 1]!.slice(0, prompt.length)).toEqual(prompt)
    }
  },
)

test.each(CACHING_PROVIDERS)(
  'each call of %s says how many of its tokens came from the cache',
  async (provider) => {
    const server = await start()
    const answers = await playTurns(provider, server, TURNS)

    const steps = answers.flatMap(({ metadata }) => metadata.steps ?? [])
    const usages = steps.map((step) => (step.state === 'finished' ? step.usage : undefined))
    expect(usages.map((usage) => usage?.inputTokens)).toEqual(
      server.calls.map(({ input }) => input),
    )
    expect(usages.map((usage) => usage?.cachedInputTokens ?? 0)).toEqual(
      server.calls.map(({ cached }) => cached),
    )
    expect(usages.map((usage) => usage?.cacheWriteTokens ?? 0)).toEqual(
      server.calls.map(({ cacheWrite = 0 }) => cacheWrite),
    )
    const sum = (name: 'input' | 'cached') =>
      server.calls.reduce((total, call) => total + call[name], 0)
    expect(sum('cached') / sum('input')).toBeGreaterThan(0.6)
    // This server's Messages API does not tell it.
    expect(usages[0]?.reasoningTokens).toBe(provider === 'anthropic' ? undefined : 3)
  },
)
