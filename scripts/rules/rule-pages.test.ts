import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawRulePages } from './rule-pages.ts'

const TABLE = '| No. | Rule |\n| --- | --- |\n'
const FILES = {
  'docs/rules/a.md': `${TABLE}| 4.1 | An answer comes |\n`,
  'docs/rules/b.md': `${TABLE}| T01 | A stranger is refused |\n`,
  'server/a.test.ts': "test('answers (4.1, T01)', () => {})\n",
  'e2e/b.spec.ts': "test('refuses (T01) @long', () => {})\n",
}

function draw(changes: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'alcove-rules-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...FILES, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return drawRulePages(root)
}

test('draws each page from its source and the tags of all tests', () => {
  const { pages, ...report } = draw()

  expect(report).toEqual({ ruleCount: 2, testCount: 2, problems: [] })
  expect(pages.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/b.md'])
  expect(pages[1]?.text).toContain('`e2e/b.spec.ts`: refuses @long<br>`server/a.test.ts`: answers')
})

test.each([
  [
    'a tag without a rule',
    { 'server/c.test.ts': "test('more (4.2)', () => {})\n" },
    'server/c.test.ts: "more" names 4.2, which is not a rule',
  ],
  [
    'a rule without a test',
    { 'e2e/b.spec.ts': '', 'server/a.test.ts': "test('answers (4.1)', () => {})\n" },
    'docs/rules/b.md: T01 has no test',
  ],
  [
    'a rule that stands on two pages',
    { 'docs/rules/b.md': `${FILES['docs/rules/b.md']}| 4.1 | Again |\n` },
    '4.1 stands twice',
  ],
])('reports %s', (_, changes, problem) => {
  expect(draw(changes).problems).toEqual([problem])
})
