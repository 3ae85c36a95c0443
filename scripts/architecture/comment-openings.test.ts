import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkOpenings, findOpenings } from './comment-openings.ts'

test.each([
  ['a line', '// What people read.\n', ['1 What']],
  ['a doc comment', 'let a = 1\n/** Whoever chats. */\n', ['2 Whoever']],
  ['a doc comment of several lines', '/**\n * It ends.\n */\n', ['1 It']],
  ['a line behind code', 'let a = 1 // One of two.\n', ['1 One']],
  ['lines apart', '// A thing.\n\n// Those that wait.\n', ['3 Those']],
])('finds an opening in %s', (_, text, openings) => {
  expect(findOpenings('a.ts', text).map(({ line, word }) => `${line} ${word}`)).toEqual(openings)
})

test.each([
  ['the second line of a comment', '// A call ends.\n// It is not repeated.\n'],
  ['a later sentence', '/** A call ends. It is not repeated. */\n'],
  ['another word that begins alike', '// Items wait. \n/** Whole pages. */\n/** One-way. */\n'],
  ['a text', "const text = '// What'\n"],
])('finds none in %s', (_, text) => {
  expect(findOpenings('a.ts', text)).toEqual([])
})

test('names each opening below a folder, and nothing of other comments', () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-openings-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'server'))
  writeFileSync(join(root, 'server/a.ts'), '// What.\n\n// A thing.\n\n// Who.\n')

  expect(checkOpenings(root)).toEqual([
    expect.stringMatching(/^server\/a\.ts:1: "What …"/),
    expect.stringMatching(/^server\/a\.ts:5: "Who …"/),
  ])
})
