import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { specificationRows } from './specification-rows.ts'

const DOCUMENT = 'docs/attacks.md'

test('every attack has a name, and what `npm run check` compares with code and tests', () => {
  const rows = specificationRows(readFileSync(join(REPOSITORY_ROOT, DOCUMENT), 'utf8'))

  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ rule }) => !/^T\d\d: /.test(rule))).toEqual([])
})
