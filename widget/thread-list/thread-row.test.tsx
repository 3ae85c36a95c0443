import { afterEach, expect, test } from 'vitest'
import { mount, type Mounted } from '../ui/mount.test-support.tsx'
import { HighlightedText } from './thread-row.tsx'

let page: Mounted

afterEach(() => page.unmount())

/** Renders the text with its marks in brackets. */
async function show(text: string, ranges: readonly (readonly [number, number])[]) {
  page = await mount(<HighlightedText text={text} ranges={ranges} />)
  const texts = [...page.container.childNodes].map(({ nodeName, textContent }) =>
    nodeName === 'MARK' ? `[${textContent}]` : textContent,
  )
  return texts.join('')
}

test.each<[string, string, [number, number][], string]>([
  ['one hit', 'Invoice for March', [[12, 17]], 'Invoice for [March]'],
  [
    'two hits, in any order',
    'ab ab',
    [
      [3, 5],
      [0, 2],
    ],
    '[ab] [ab]',
  ],
  [
    'hits that overlap',
    'abcdef',
    [
      [0, 3],
      [2, 4],
    ],
    '[abc][d]ef',
  ],
  [
    'a hit within another',
    'abcdef',
    [
      [0, 4],
      [1, 2],
    ],
    '[abcd]ef',
  ],
  ['a hit beyond the end', 'abc', [[2, 9]], 'ab[c]'],
  ['an empty hit', 'abc', [[1, 1]], 'abc'],
  ['no hit', 'abc', [], 'abc'],
])('marks %s', async (_, text, ranges, shown) => {
  expect(await show(text, ranges)).toBe(shown)
})

test('shows markup as text', async () => {
  expect(await show('<b>x</b>', [[0, 3]])).toBe('[<b>]x</b>')
  expect(page.container.querySelector('b')).toBeNull()
})
