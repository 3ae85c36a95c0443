import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function createScreen(isTTY: boolean, columns?: number) {
  const written: string[] = []
  const screen = { isTTY, ...(columns && { columns }), write: (text: string) => written.push(text) }
  return { written, progress: createProgress(screen) }
}

test('a terminal has one bar, as wide as it is, and none at the end', () => {
  const { written, progress } = createScreen(true, 40)
  progress.show(0, 4, 'a.html')
  progress.show(3, 4, `b\u001b[31m.html${'x'.repeat(100)}`)
  progress.end()

  const [first, second, last] = written as [string, string, string]
  const CLEAR = '\r\u001b[K'
  expect(first).toBe(`${CLEAR}${'░'.repeat(24)} 0/4 a.html`)
  expect(second.startsWith(`${CLEAR}${'█'.repeat(18)}${'░'.repeat(6)} 3/4 b`)).toBe(true)
  // A full line would wrap, and the next one would not replace it.
  expect(second.slice(CLEAR.length)).toHaveLength(39)
  expect(second.slice(CLEAR.length)).not.toMatch(/\p{Cc}/u)
  expect(last).toBe(CLEAR)
})

test('a file has a line for each tenth, and no signs of a terminal', () => {
  const { written, progress } = createScreen(false)
  for (let done = 0; done <= 100; done += 1) progress.show(done, 100, 'a.html')
  progress.end()

  expect(written).toHaveLength(11)
  expect(written.at(-1)).toBe('100 of 100 done.\n')
  expect(written.join('')).not.toContain('\u001b')
})

test('nothing to do is a bar of nothing', () => {
  const { written, progress } = createScreen(true)
  progress.show(0, 0, '')
  expect(written.join('')).toContain(' 0/0')
})
