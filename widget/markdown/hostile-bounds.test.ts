import { expect, test } from 'vitest'
import { MAX_MARKDOWN_CHARS } from './limits.ts'
import { createBlockSplitter } from './split-blocks.ts'
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts'

const SIZE = 2_000
// A tenth of this is usual; what is out of step with the size takes minutes.
const BOUND_MS = 2_000
const TEST_TIMEOUT_MS = 30_000

test.each(Object.entries(HOSTILE_TEXTS))(
  'stays bounded for %s of the largest size',
  (_name, make) => {
    const one = make(SIZE)
    const times = Math.ceil(MAX_MARKDOWN_CHARS / one.length)
    const text = one.repeat(times).slice(0, MAX_MARKDOWN_CHARS)
    const before = process.cpuUsage()

    const splitter = createBlockSplitter()

    splitter.push(text.slice(0, -1))
    splitter.push(text)
    splitter.finish(text)

    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(BOUND_MS)
  },
  TEST_TIMEOUT_MS,
)
