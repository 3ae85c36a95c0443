import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { specificationRows } from './specification-rows.ts'

const DOCUMENT = 'docs/reliability.md'
/** R01 to R35. */
const ALL = Array.from({ length: 35 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`)

const text = readFileSync(join(REPOSITORY_ROOT, DOCUMENT), 'utf8')
const rows = specificationRows(text)

test('every fault is promised once, or named among what is not shown', () => {
  const promised = rows.map(({ rule }) => /^R\d\d(?=: )/.exec(rule)?.[0])
  const notShown = [...text.matchAll(/^- \*\*(R\d\d)\*\*/gm)].map(([, name]) => name)

  expect(rows.length).toBeGreaterThan(30)
  const named = [...promised, ...notShown].map(String)
  expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual(ALL)
})
