import { expect, test } from 'vitest'
import { chunkLines } from './chunk-lines.ts'
import { LINES_PER_CHUNK } from './limits.ts'

const lines = (count: number) => Array.from({ length: count }, (_, line) => `${line}`).join('\n')

test('cuts after as many lines as the limit says', () => {
  expect(chunkLines(lines(LINES_PER_CHUNK))).toHaveLength(1)
  expect(chunkLines(lines(LINES_PER_CHUNK + 1))).toHaveLength(2)
  expect(chunkLines('')).toEqual([''])
})

test.each([0, 1, LINES_PER_CHUNK, LINES_PER_CHUNK + 1, 500])(
  'loses nothing of %i lines',
  (count) => {
    for (const end of ['', '\n', '\n\n']) {
      expect(chunkLines(lines(count) + end).join('')).toBe(lines(count) + end)
    }
  },
)
