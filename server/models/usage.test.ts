import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { readUsage } from './usage.ts'

type Counts = readonly (number | undefined)[]

const usage = (
  [total, cacheRead, cacheWrite]: Counts,
  [written, reasoning]: Counts,
): LanguageModelV4Usage => ({
  inputTokens: { total, cacheRead, cacheWrite, noCache: undefined },
  outputTokens: { total: written, reasoning, text: undefined },
})

test('reads cached and reasoning tokens beside the sums', () => {
  expect(readUsage(usage([10, 6, 2], [5, 3]))).toEqual({
    inputTokens: 10,
    outputTokens: 5,
    cachedInputTokens: 6,
    cacheWriteTokens: 2,
    reasoningTokens: 3,
  })
})

test('leaves out counts that the provider did not send, and details of nothing', () => {
  expect(readUsage(usage([undefined, undefined, undefined], [0, undefined]))).toEqual({
    outputTokens: 0,
  })
  expect(readUsage(usage([3, 0, 0], [4, 0]))).toEqual({ inputTokens: 3, outputTokens: 4 })
})
