import { describe, expect, test } from 'vitest'
import { MAX_MARKDOWN_CHARS } from './limits.ts'
import { createBlockSplitter } from './split-blocks.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { mountMarkdown } from './mount-markdown.tsx'

const SIZE = 5_000
const BOUND_MS = 2_000
// The elements of these inputs cost a simulated DOM far more than a browser.
const DRAW_SIZE = 2_000
const DRAW_BOUND_MS = 4_000
// Twice the text may cost twice the time; below this, clock and compiler blur the ratio.
const MEASURABLE_MS = 40
const MAX_RATIO = 6
const TEST_TIMEOUT_MS = 30_000

const CASES = Object.entries(HOSTILE_TEXTS)

/** Processor time, since other processes may hold the clock up. */
function costOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const finish = (text: string) => () => createBlockSplitter().finish(text)

describe('hostile text', { timeout: TEST_TIMEOUT_MS }, () => {
  test.each(CASES)('draws %s without a throw, in bounded time', (_name, make) => {
    const mounted = mountMarkdown()
    const text = make(DRAW_SIZE)

    const cost = costOf(() => {
      mounted.show(text)
      mounted.show(text, { isStreaming: true })
    })

    expect(cost).toBeLessThan(DRAW_BOUND_MS)
    expect(mounted.root.querySelector('.md-root')).not.toBeNull()
    mounted.unmount()
  })

  test.each(CASES)('takes time in step with the size of %s', (_name, make) => {
    costOf(finish(make(SIZE / 4)))
    const small = Math.max(costOf(finish(make(SIZE))), MEASURABLE_MS)

    expect(costOf(finish(make(SIZE * 2))) / small).toBeLessThan(MAX_RATIO)
  })

  test.each(CASES)('stays bounded for %s of the largest size', (_name, make) => {
    const one = make(SIZE)
    const times = Math.ceil(MAX_MARKDOWN_CHARS / one.length)
    const text = one.repeat(times).slice(0, MAX_MARKDOWN_CHARS)

    expect(costOf(finish(text))).toBeLessThan(BOUND_MS)
  })

  test.each(CASES)('survives %s while it streams', (_name, make) => {
    const splitter = createBlockSplitter()
    const text = make(SIZE)

    const cost = costOf(() => {
      for (let end = 0; end <= text.length; end += Math.ceil(text.length / 20)) {
        splitter.push(text.slice(0, end))
      }
    })

    expect(cost).toBeLessThan(BOUND_MS * 2)
  })
})

test('keeps the form of what stands around a hostile paragraph', () => {
  const mounted = mountMarkdown()

  mounted.show(
    `# Before\n\n${'> '.repeat(2_000)}\n\n- after\n\n\`\`\`js\nx\n\n- y\n\`\`\`\n\n**end**`,
  )

  expect(mounted.root.querySelector('h3')?.textContent).toBe('Before')
  expect(mounted.root.querySelector('.md-plain')?.textContent).toContain('> > >')
  expect(mounted.root.querySelector('li')?.textContent).toBe('after')
  expect(mounted.root.querySelector('pre')?.textContent).toBe('x\n\n- y')
  expect(mounted.root.querySelector('strong')?.textContent).toBe('end')
})
