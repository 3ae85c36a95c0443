import { expect, test } from 'vitest'
import { plainLine } from './snippet.ts'

test.each([
  ['Plain words, and\n more', 'Plain words, and more'],
  ['## Two **bold** words', 'Two bold words'],
  ['***Both*** and ~~gone~~, `code`.', 'Both and gone, code.'],
  ['- one\n- [x](https://a.example/b) two\n> - three', 'one x two three'],
  ['1. First', '1. First'],
  [
    'See [the page](https://a.example) and ![a cat](https://a.example/c.png)',
    'See the page and a cat',
  ],
  ['Before\n```ts\nconst a_b = 2 * 3\n```\nafter', 'Before const a_b = 2 * 3 after'],
  ['snake_case, 2*3, a ~ b', 'snake_case, 2*3, a ~ b'],
  ['a - b\n- - -\nc', 'a - b - c'],
  ['| a | b |\n| --- | :--: |\n| 1 | 2 |', '| a | b | | 1 | 2 |'],
  ['', ''],
])('%j reads %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

test.each([
  '*',
  '`',
  '_',
  '[',
  '[]',
  '[a](',
  '- ',
  '> ',
  '#',
  '# ',
  '[a](b',
  '-|',
  '--x',
  '**a',
  '\n',
  '|-',
  ' ',
  '---|',
])('a million of %j cost no more than reading them', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  expect(plainLine(text).length).toBeLessThanOrEqual(text.length)
})
