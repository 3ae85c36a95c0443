import { expect, test } from 'vitest'
import type { Block } from './block.ts'
import {
  INLINE_BUDGET_MS,
  LEX_BUDGET_MS,
  MAX_INLINE_CHARS,
  MAX_MARKDOWN_CHARS,
  MAX_URL_CHARS,
} from './limits.ts'
import { createBlockSplitter } from './split-blocks.ts'

const UPDATE_CHARS = 16

/** Streams a text update by update; returns the characters that were lexed for it. */
function lexedWhileStreaming(text: string): number {
  let lexed = 0
  const splitter = createBlockSplitter({
    now: () => 0,
    onLex: (characters) => (lexed += characters),
  })
  for (let end = UPDATE_CHARS; end <= text.length; end += UPDATE_CHARS) {
    splitter.push(text.slice(0, end))
  }
  return lexed
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
])('lexes as much per update at 100,000 characters as at 10,000: %s', (_name, make) => {
  const small = lexedWhileStreaming(make(10_000)) / 10_000
  const large = lexedWhileStreaming(make(100_000)) / 100_000

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
  const keysOf = (blocks: readonly Block[]) => blocks.map(({ key }) => key)

  const before = keysOf(splitter.push('One\n\n- a\n- b\n- c'))

  expect(keysOf(splitter.push('One\n\n- a\n- b\n- c\n- d\n- e'))).toEqual(before)
  expect(keysOf(splitter.finish('One\n\n- a\n- b\n- c\n- d\n- e'))).toEqual(before)
})

test('starts over when the text does not extend the one before', () => {
  const splitter = createBlockSplitter()
  splitter.push('# One\n\nTwo\n\nThree')

  const blocks = splitter.push('Other')

  expect(blocks.map(({ source }) => source)).toEqual(['Other'])
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
      .map(({ kind }) => kind)

  expect(kindsOf(MAX_MARKDOWN_CHARS)).not.toContain('plain')
  expect(kindsOf(MAX_MARKDOWN_CHARS + 1).at(-1)).toBe('plain')
})

test('reads what comes before the largest size once while more text arrives', () => {
  let lexed = 0
  const splitter = createBlockSplitter({ onLex: (characters) => (lexed += characters) })
  const text = 'a\n\n'.repeat(MAX_MARKDOWN_CHARS)

  for (let extra = 1; extra <= 5; extra += 1)
    splitter.push(text.slice(0, MAX_MARKDOWN_CHARS + extra))

  expect(lexed).toBeGreaterThan(MAX_MARKDOWN_CHARS - 10)
  expect(lexed).toBeLessThanOrEqual(MAX_MARKDOWN_CHARS)
})

test('shows a block that took too long to lex twice in a row as plain text until it ends', () => {
  let time = 0
  let cost = LEX_BUDGET_MS
  const splitter = createBlockSplitter({ now: () => time, onLex: () => (time += cost) })
  const kinds = (text: string) => splitter.push(text).map(({ kind }) => kind)

  expect([kinds('**a'), kinds('**a** b')]).toEqual([['token'], ['token']])
  cost = LEX_BUDGET_MS + 1
  expect(kinds('**a** b c')).toEqual(['token'])
  cost = 0
  expect(kinds('**a** b c d')).toEqual(['token'])
  cost = LEX_BUDGET_MS + 1
  expect([kinds('**a** b c d e'), kinds('**a** b c d e f')]).toEqual([['token'], ['token']])
  expect(kinds('**a** b c d e f g')).toEqual(['plain'])
  cost = 0
  expect(kinds('**a** b c d e f g\n\n*e*')).toEqual(['plain', 'token'])
})

test('reads no emphasis in a paragraph longer than the limit', () => {
  const tokensOf = (length: number) => {
    const [block] = createBlockSplitter().finish(`**a**${'b'.repeat(length - 5)}`)
    return block?.kind === 'token' && 'tokens' in block.token ? block.token.tokens : undefined
  }

  expect(tokensOf(MAX_INLINE_CHARS)?.[0]?.type).toBe('strong')
  expect(tokensOf(MAX_INLINE_CHARS + 1)?.[0]?.type).toBe('escape')
})

test('makes no link of an address longer than the limit', () => {
  const typesOf = (length: number) => {
    const [block] = createBlockSplitter().finish(`https://a.b/${'c'.repeat(length - 12)}`)
    const tokens = block?.kind === 'token' && 'tokens' in block.token ? block.token.tokens : []
    return tokens?.map(({ type }) => type)
  }

  expect(typesOf(MAX_URL_CHARS)).toEqual(['link'])
  expect(typesOf(MAX_URL_CHARS + 1)).not.toContain('link')
})

test('reads inline text until the time of one pass is over', () => {
  const typesAt = (step: number) => {
    let time = 0
    const now = () => (time += step)
    const blocks = createBlockSplitter({ now }).finish('*a*\n\n*b*')
    return blocks.map((block) =>
      block.kind === 'token' && 'tokens' in block.token ? block.token.tokens?.[0]?.type : undefined,
    )
  }

  expect(typesAt(INLINE_BUDGET_MS / 2 - 1)).toEqual(['em', 'em'])
  expect(typesAt(INLINE_BUDGET_MS / 2)).toEqual(['em', 'escape'])
})
