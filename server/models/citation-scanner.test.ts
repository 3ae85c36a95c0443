import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { createCitationScanner, type ScannedPiece } from './citation-scanner.ts'

/** Reads a text in slices of so many characters; neighbouring texts are joined. */
function scan(text: string, slice = text.length): readonly ScannedPiece[] {
  const scanner = createCitationScanner()
  const pieces: ScannedPiece[] = []
  for (let at = 0; at < text.length; at += slice)
    pieces.push(...scanner.add(text.slice(at, at + slice)))
  pieces.push(...scanner.end())
  const joined: ScannedPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.type !== 'text' || piece.type !== 'text') joined.push(piece)
    else joined[joined.length - 1] = { type: 'text', text: last.text + piece.text }
  }
  return joined
}
const marksOf = (text: string, slice?: number) =>
  scan(text, slice).flatMap((piece) => (piece.type === 'mark' ? [piece.numbers] : []))

const CITED: readonly [text: string, numbers: readonly (readonly number[])[]][] = [
  ['Free[1].', [[1]]],
  ['Free [1][2].', [[1], [2]]],
  ['Free [1, 2; 3].', [[1, 2, 3]]],
  [
    'Free [1-3] and [2–4]',
    [
      [1, 2, 3],
      [2, 3, 4],
    ],
  ],
  ['免费【1】。', [[1]]],
  ['免费［2］【1、3】', [[2], [1, 3]]],
  ['Free【1†L3-L9】【2†source】', [[1], [2]]],
  ['Free[^1] or [^2^].', [[1], [2]]],
  ['Free [citation:1] [cite: 1, 2] [ref_3] [Source 4] [#5]', [[1], [1, 2], [3], [4], [5]]],
  ['Free [[1]].', [[1]]],
  ['At the end [12', []],
  ['[1]\n', [[1]]],
]

test.each(CITED)('%s cites, wherever it is cut', (text, numbers) => {
  for (let slice = 1; slice <= text.length; slice += 1) {
    expect(marksOf(text, slice), `in slices of ${slice}`).toEqual(numbers)
    expect(
      scan(text, slice)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  }
})

test.each([
  ['`a[1]` and `` b [2] ``'],
  ['```js\nlist[1]\n```'],
  ['![1](https://a.example/x.png)'],
  ['[1] [x] [a1] [1a] [2026-01-02] [1234] [see 1] [ ]'.replace('[1] ', '')],
  ['【sources】 and ［a］'],
])('%s cites nothing', (text) => {
  for (let slice = 1; slice <= text.length; slice += 1) expect(marksOf(text, slice)).toEqual([])
})

test.each([
  ['[1](https://evil.example)', true, false],
  ['[1](https://evil.example/a_(b) "t")', true, false],
  ['[[1]](https://evil.example)', true, false],
  ['[1]: https://evil.example', false, true],
  ['text\n> [^1]: https://evil.example', false, true],
  ['so [1]: yes', false, false],
  ['[1] (a remark)', false, false],
])('%s is the text of a link: %s, defines an address: %s', (text, isLink, isDefinition) => {
  for (let slice = 1; slice <= text.length; slice += 1) {
    const mark = scan(text, slice).find(({ type }) => type === 'mark')
    expect(mark).toMatchObject({ isLink, isDefinition })
  }
})

test('a mark is held back no longer than it may be one', () => {
  const scanner = createCitationScanner()
  expect(scanner.add('So [1')).toEqual([{ type: 'text', text: 'So ' }])
  expect(scanner.add(' of 3')).toEqual([{ type: 'text', text: '[1 of 3' }])
  expect(scanner.add(' [2]')).toEqual([{ type: 'text', text: ' ' }])
  expect(scanner.add(' ')).toMatchObject([{ type: 'mark', numbers: [2] }, { text: ' ' }])
})

test('a long text of brackets is read in time', () => {
  const cpuMs = startCpuTimer()
  for (const text of ['[', '[1', '[1](', '[1]((', '【1†', '[1]('.repeat(100) + ')']) {
    const long = text.repeat(Math.ceil(5_000 / text.length))
    const pieces = scan(long, 1_000)
    expect(pieces.map((piece) => piece.text).join('')).toBe(long)
  }
  expect(cpuMs()).toBeLessThan(3_000)
})
