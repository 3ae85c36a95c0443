import { expect, test } from 'vitest'
import { MAX_MARKDOWN_CHARS, MAX_NESTING_DEPTH, MAX_URL_CHARS } from './limits.ts'
import type { BlockNode } from './nodes.ts'
import { createBlockSplitter } from './split-blocks.ts'

const UPDATE_CHARS = 16

/** Streams a text update by update; returns the number of characters read. */
function readWhileStreaming(text: string): number {
  let read = 0
  const splitter = createBlockSplitter({ onRead: (characters) => (read += characters) })
  for (let end = UPDATE_CHARS; end <= text.length; end += UPDATE_CHARS) {
    splitter.push(text.slice(0, end))
  }
  return read
}

const answer = (chars: number) =>
  '## Part\n\nA paragraph with **bold** text.\n\n- one\n- two\n\n```js\nx()\n```\n\n'
    .repeat(Math.ceil(chars / 70))
    .slice(0, chars)
const ofLines = (line: string) => (chars: number) =>
  `${line}\n`.repeat(Math.ceil(chars / line.length)).slice(0, chars)

test.each([
  ['an answer of many blocks', answer],
  ['one list', ofLines('- an item of a **long** list')],
  ['one numbered list', ofLines('1. an item of a long list')],
  ['one loose list', ofLines('- an item\n\n  and more\n')],
  ['one block of code', (chars: number) => `\`\`\`\n${ofLines('const a = 1')(chars)}`],
  ['one table', (chars: number) => `| a | b |\n|---|---|\n${ofLines('| 1 | 2 |')(chars)}`],
])('reads as much per update at 100,000 characters as at 10,000: %s', (_name, make) => {
  const small = readWhileStreaming(make(10_000)) / 10_000
  const large = readWhileStreaming(make(100_000)) / 100_000

  expect(large).toBeLessThan(small * 1.1 + 1)
})

test('keeps closed blocks the same objects while the text grows and when it ends', () => {
  const splitter = createBlockSplitter()
  const text = `${answer(2_000)}\n\nEnd`

  const early = splitter.push(text.slice(0, 1_000))
  const late = splitter.push(text)
  const finished = splitter.finish(text)

  const closed = early.slice(0, -2)
  expect(closed.length).toBeGreaterThan(20)
  closed.forEach((block, index) => expect(late[index]).toBe(block))
  late.slice(0, -1).forEach((block, index) => expect(finished[index]).toBe(block))
})

test('keeps the key of the open block while it grows', () => {
  const splitter = createBlockSplitter()
  const keysOf = (blocks: readonly BlockNode[]) => blocks.map(({ start }) => start)

  const before = keysOf(splitter.push('One\n\n- a\n- b\n- c'))

  expect(keysOf(splitter.push('One\n\n- a\n- b\n- c\n- d\n- e'))).toEqual(before)
  expect(keysOf(splitter.finish('One\n\n- a\n- b\n- c\n- d\n- e'))).toEqual(before)
})

test('starts over when the text does not extend the one before', () => {
  const splitter = createBlockSplitter()
  splitter.push('# One\n\nTwo\n\nThree')

  const blocks = splitter.push('Other')

  expect(blocks).toEqual(createBlockSplitter().push('Other'))
  expect(blocks).toHaveLength(1)
})

test('returns the same array for the same text', () => {
  const splitter = createBlockSplitter()

  expect(splitter.push('One')).toBe(splitter.push('One'))
  expect(splitter.finish('One')).toBe(splitter.finish('One'))
})

test('shows text after the largest size as it stands', () => {
  const kindsOf = (length: number) =>
    createBlockSplitter()
      .finish('a\n\n'.repeat(length).slice(0, length))
      .map(({ type }) => type)

  expect(kindsOf(MAX_MARKDOWN_CHARS)).not.toContain('plain')
  expect(kindsOf(MAX_MARKDOWN_CHARS + 1).at(-1)).toBe('plain')
})

test('reads what comes before the largest size once while more text arrives', () => {
  let read = 0
  const splitter = createBlockSplitter({ onRead: (characters) => (read += characters) })
  const text = 'a\n\n'.repeat(MAX_MARKDOWN_CHARS)

  for (let extra = 1; extra <= 5; extra += 1)
    splitter.push(text.slice(0, MAX_MARKDOWN_CHARS + extra))

  expect(read).toBeGreaterThan(MAX_MARKDOWN_CHARS - 10)
  expect(read).toBeLessThanOrEqual(MAX_MARKDOWN_CHARS)
})

test('nests as deep as the limit, and shows the rest as text', () => {
  const depthOf = (blocks: readonly BlockNode[]): number => {
    const [block] = blocks
    return block?.type === 'quote' ? 1 + depthOf(block.children) : 0
  }
  const nested = (depth: number) => createBlockSplitter().finish(`${'> '.repeat(depth)}a`)

  expect(depthOf(nested(MAX_NESTING_DEPTH))).toBe(MAX_NESTING_DEPTH)
  expect(depthOf(nested(MAX_NESTING_DEPTH + 1))).toBe(MAX_NESTING_DEPTH)
})

test.each([
  ['lists on one line', (depth: number) => `${'- '.repeat(depth)}a`],
  ['both kinds by turns', (depth: number) => `${'> - '.repeat(depth)}a`],
  [
    'lists by indentation',
    (depth: number) => Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
  ],
])('nests %s no deeper than the limit', (_name, make) => {
  const depthOf = (blocks: readonly BlockNode[]): number =>
    Math.max(
      0,
      ...blocks.map((block) => {
        if (block.type === 'quote') return 1 + depthOf(block.children)
        if (block.type !== 'list') return 0
        return 1 + Math.max(...block.items.map(({ children }) => depthOf(children)))
      }),
    )

  expect(depthOf(createBlockSplitter().finish(make(MAX_NESTING_DEPTH * 2)))).toBe(MAX_NESTING_DEPTH)
})

test('makes no link of an address longer than the limit', () => {
  const typesOf = (length: number) => {
    const [block] = createBlockSplitter().finish(`https://a.b/${'c'.repeat(length - 12)}`)
    return block?.type === 'paragraph' ? block.phrase.inlines.map(({ type }) => type) : []
  }

  expect(typesOf(MAX_URL_CHARS)).toEqual(['link'])
  expect(typesOf(MAX_URL_CHARS + 1)).not.toContain('link')
})

test('reads line ends of every kind alike, also when a cut runs through the middle of one', () => {
  const text = '# a\r\n\r\n- b\r\n- c\r\rd\r\n\r\n```\r\nx\r\n```\r\n'
  const splitter = createBlockSplitter()
  for (let end = 1; end <= text.length; end += 1) splitter.push(text.slice(0, end))

  const plain = createBlockSplitter().finish(text.replace(/\r\n?/g, '\n'))
  expect(splitter.finish(text)).toEqual(plain)
  expect(plain.map(({ type }) => type)).toEqual(['heading', 'list', 'paragraph', 'code'])
})

test('reads links again whose label is defined after them, and leaves the rest alone', () => {
  const splitter = createBlockSplitter()
  const before = splitter.push('One [a]\n\nTwo [b]\n\nThree')

  const after = splitter.finish('One [a]\n\nTwo [b]\n\nThree\n\n[a]: https://a.b\n')

  expect(after[0]).not.toBe(before[0])
  expect(after[1]).toBe(before[1])
  const [first] = after
  expect(first?.type === 'paragraph' && first.phrase.inlines.at(-1)?.type).toBe('link')
})

test.each([
  ['- a\n-', 1],
  ['- a\n- ', 1],
  ['1. a\n2.', 1],
  ['- a\n- b', 2],
  ['- a\n-\n', 2],
])('shows no empty item where %j was cut off', (text, items) => {
  const [list] = createBlockSplitter().finish(text)

  expect(list?.type === 'list' && list.items.length).toBe(items)
})

test.each(['-', '```\n-'])('takes no marker away from %j', (text) => {
  const blocks = createBlockSplitter().finish(text)

  expect(JSON.stringify(blocks.at(-1))).toMatch(/"-\\?n?"|"list"/)
})
