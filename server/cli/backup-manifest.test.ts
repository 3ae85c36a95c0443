import { expect, test } from 'vitest'
import { markSecret } from './backup-manifest.ts'

test('the mark tells secrets apart and does not hold them', () => {
  const secret = 'a secret of this test, which is long enough'

  expect(markSecret(secret)).toBe(markSecret(secret))
  expect(markSecret(secret)).not.toBe(markSecret(`${secret}!`))
  expect(markSecret(secret)).not.toContain('secret')
})
