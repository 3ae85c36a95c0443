import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createHookSecret, createHookSecrets } from './hook-secrets.ts'

test('a sealed secret is opened by the same key alone, and no copy of it shows it', () => {
  const secret = createHookSecret()
  const [own, other] = [1, 2].map((byte) => createHookSecrets(Buffer.alloc(32, byte)))
  const sealed = own!.seal(secret)
  expect(own!.open(sealed)).toBe(secret)
  expect(other!.open(sealed)).toBeUndefined()
  expect(own!.open(`${sealed.slice(0, -4)}AAAA`)).toBeUndefined()
  expect(own!.open('')).toBeUndefined()
  expect(sealed).not.toBe(own!.seal(secret))
  expect(new Webhook(secret).sign('1', new Date(), '{}')).toMatch(/^v1,/)
})
