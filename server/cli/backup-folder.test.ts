import { expect, test } from 'vitest'
import { isBackupName, markSecret } from './backup-folder.ts'

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

test('the mark tells secrets apart and does not hold them', () => {
  const secret = 'a secret of this test, which is long enough'

  expect(markSecret(secret)).toBe(markSecret(secret))
  expect(markSecret(secret)).not.toBe(markSecret(`${secret}!`))
  expect(markSecret(secret)).not.toContain('secret')
})
