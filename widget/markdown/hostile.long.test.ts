import { describe, expect, test } from 'vitest'
import { createOperationCounter } from './testing/count-operations.ts'
import { findForbidden } from './testing/find-forbidden.ts'
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts'

// Before the counted code is loaded.
const countOperations = createOperationCounter('/widget/markdown/')
const { createBlockSplitter } = await import('./split-blocks.ts')
const { mountMarkdown } = await import('./testing/mount-markdown.tsx')

const SIZE = 2_000
const MAX_RATIO = 3
// In a simulated DOM, the elements of these inputs cost far more than in a browser.
const DRAW_SIZE = 500
const PREFIX_SIZE = 24
const TEST_TIMEOUT_MS = 300_000

const CASES = Object.entries(HOSTILE_TEXTS)
/** Drawing is most of the work: the small run draws every sixth. */
const DRAWN = CASES.filter((_, index) => process.env['ALCOVE_TEST_LONG'] === '1' || index % 6 === 0)

const finish = (text: string) => () => createBlockSplitter().finish(text)

describe('hostile text', { timeout: TEST_TIMEOUT_MS }, () => {
  test('is measured by a count that sees work that is out of step', () => {
    const quadratic = (count: number) => () => {
      for (let done = 0; done < count * count; done += 1) finish('a')()
    }
    countOperations(quadratic(10))

    const ratio = countOperations(quadratic(20)) / countOperations(quadratic(10))

    expect(ratio).toBeGreaterThan(MAX_RATIO)
  })

  test.each(CASES)('takes work in step with the size of %s', (_name, make) => {
    const small = countOperations(finish(make(SIZE)))
    const large = countOperations(finish(make(SIZE * 2)))

    expect(small).toBeGreaterThan(0)
    expect(large / small).toBeLessThan(MAX_RATIO)
  })

  test.each(CASES)('takes work in step with the size of %s while it streams', (_name, make) => {
    const update = (text: string) => {
      const splitter = createBlockSplitter()
      splitter.push(text.slice(0, -1))
      return countOperations(() => splitter.push(text))
    }

    expect(update(make(SIZE * 2)) / update(make(SIZE))).toBeLessThan(MAX_RATIO)
  })

  test.each(DRAWN)('draws %s without a throw, of known elements only', (_name, make) => {
    const mounted = mountMarkdown()

    mounted.show(make(DRAW_SIZE))
    mounted.show(make(DRAW_SIZE), { isStreaming: true })

    expect(mounted.root.querySelector('.md-root')).not.toBeNull()
    expect(findForbidden(mounted.root)).toEqual([])
    mounted.unmount()
  })

  test.each(DRAWN)('draws known elements only at every prefix of %s', (_name, make) => {
    const mounted = mountMarkdown()
    const text = make(PREFIX_SIZE)

    for (let end = 1; end <= text.length; end += 1) {
      mounted.show(text.slice(0, end), { isStreaming: true })
      expect(findForbidden(mounted.root)).toEqual([])
    }
    mounted.unmount()
  })
})

test('keeps the form of what stands around a hostile paragraph', () => {
  const mounted = mountMarkdown()

  mounted.show(
    `# Before\n\n${'> '.repeat(2_000)}\n\n- after\n\n\`\`\`js\nx\n\n- y\n\`\`\`\n\n**end**`,
  )

  expect(mounted.root.querySelector('h3')?.textContent).toBe('Before')
  expect(mounted.root.querySelector('blockquote')?.textContent).toContain('> > >')
  expect(mounted.root.querySelector('li')?.textContent).toBe('after')
  expect(mounted.root.querySelector('pre')?.textContent).toBe('x\n\n- y')
  expect(mounted.root.querySelector('strong')?.textContent).toBe('end')
})
