import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { MAX_MARKDOWN_CHARS } from './limits.ts'
import { createBlockSplitter } from './split-blocks.ts'
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts'

/** Size of the long run; the small run has a part of it, and the same part of the time. */
const PART = process.env['ALCOVE_TEST_LONG'] === '1' ? 1 : 1 / 4
const CHARS = MAX_MARKDOWN_CHARS * PART
const SIZE = 2_000
// Usually a tenth of this is needed; code with superlinear time takes minutes.
const BOUND_MS = 2_000 * PART
const TEST_TIMEOUT_MS = 300_000

test.each(Object.entries(HOSTILE_TEXTS))(
  `stays bounded for %s of ${CHARS.toLocaleString('en')} characters`,
  (_name, make) => {
    const one = make(SIZE)
    const times = Math.ceil(CHARS / one.length)
    const text = one.repeat(times).slice(0, CHARS)
    const spentMs = startCpuTimer()

    const splitter = createBlockSplitter()

    splitter.push(text.slice(0, -1))
    splitter.push(text)
    splitter.finish(text)

    expect(spentMs()).toBeLessThan(BOUND_MS)
  },
  TEST_TIMEOUT_MS,
)
