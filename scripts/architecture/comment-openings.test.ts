import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

function build(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'alcove-openings-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  write(root, files)
  return root
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

test('a folder may keep its old openings, and gets no new one', () => {
  const root = build({ 'server/a.ts': '// What.\n\n// Who.\n', 'site/a.ts': '// A thing.\n' })

  expect(checkOpenings(root, { server: 2 })).toEqual({ count: 2, problems: [] })
  expect(checkOpenings(root, { server: 1 }).problems).toEqual([
    expect.stringContaining('server: 2 comments'),
    '  server/a.ts:1: "What …"',
    '  server/a.ts:3: "Who …"',
  ])
})

test('names the openings in changed files, where there are any', () => {
  const root = build({ 'server/old.ts': '// What.\n' })
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', ...args], { cwd: root })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'Old')
  write(root, { 'server/new.ts': '// Who.\n' })

  expect(checkOpenings(root, { server: 1 }).problems).toEqual([
    expect.stringContaining('server: 2 comments'),
    '  server/new.ts:1: "Who …"',
  ])
})
