import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { specificationRows } from './specification-rows.ts'
import { checkSpecification } from './specification.ts'

const DOCUMENT = 'docs/attacks.md'

test('every attack names code and tests that are there', () => {
  const rows = specificationRows(readFileSync(join(REPOSITORY_ROOT, DOCUMENT), 'utf8'))

  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ rule }) => !/^T\d\d: /.test(rule))).toEqual([])
  expect(checkSpecification(REPOSITORY_ROOT, DOCUMENT).problems).toEqual([])
})
