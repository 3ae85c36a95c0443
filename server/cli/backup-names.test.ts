import { expect, test } from 'vitest'
import { isBackupName } from './backup-names.ts'

const KEY = `file_${'a1B2'.repeat(6)}`

test.each([`files/${KEY}`, `incoming/${KEY}`, 'rows.ndjson.gz', 'secret'])('%s may be', (name) => {
  expect(isBackupName(name)).toBe(true)
})

test.each([
  '../secret',
  `files/../${KEY}`,
  `files/${KEY}/x`,
  `/files/${KEY}`,
  `other/${KEY}`,
  'files/',
  'manifest.json',
  '',
])('%j may not be', (name) => {
  expect(isBackupName(name)).toBe(false)
})
