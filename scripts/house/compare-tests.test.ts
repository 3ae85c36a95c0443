import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { compareTests, readTestTitles } from './compare-tests.ts'

const titles = (files: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(files).map(([file, names]) => [file, new Set(names)]))

test('a test is kept in its file, moved to another, or gone', () => {
  const before = titles({ 'e2e/a.spec.ts': ['opens', 'sends', 'closes'] })
  const now = titles({ 'e2e/a.spec.ts': ['opens'], 'e2e/b.spec.ts': ['opens', 'sends'] })

  expect(compareTests(before, now).map(({ title, fate, now }) => [title, fate, now])).toEqual([
    ['opens', 'kept', ['e2e/a.spec.ts']],
    ['sends', 'moved', ['e2e/b.spec.ts']],
    ['closes', 'gone', []],
  ])
})

test('reads the titles of now, of browser and integration tests alone', () => {
  const now = readTestTitles(REPOSITORY_ROOT, null)

  expect(now.get('server/store/users.integration.test.ts')?.size).toBeGreaterThan(0)
  // `… (U23)` stands in the file.
  expect(now.get('e2e/actions.spec.ts')).toContain(
    'a stop in the middle keeps what came, on the server too',
  )
  expect([...now.keys()].filter((path) => !/\.(spec|integration\.test)\.ts$/.test(path))).toEqual(
    [],
  )
})
