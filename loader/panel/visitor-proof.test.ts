import { expect, test } from 'vitest'
import { VISITOR_PROOF_MAX_CHARACTERS } from '../../shared/proof-of-work.ts'
import { readVisitorProof } from './frame-handlers.ts'
import { describeOptions } from './given-options.ts'

const read = (given: unknown, controller = new AbortController()) =>
  readVisitorProof(given, controller)

test.each<[string, unknown]>([
  ['a text', 'captcha'],
  ['a function', () => 'captcha'],
  ['a function that takes its time', () => Promise.resolve('captcha')],
])('passes on what %s gives', async (_, given) => {
  await expect(read(given)).resolves.toBe('captcha')
})

test('passes on as much as may be, and no more', async () => {
  const most = 'a'.repeat(VISITOR_PROOF_MAX_CHARACTERS)

  await expect(read(() => most)).resolves.toBe(most)
  await expect(read(() => `${most}a`)).rejects.toMatchObject({ code: 'config_invalid' })
})

test.each<[string, unknown]>([
  ['nothing', () => undefined],
  ['an empty text', () => ''],
  ['an object', () => ({ token: 'x' })],
  ['no function', 7],
])('%s is refused as a proof', async (_, given) => {
  await expect(read(given)).rejects.toMatchObject({ code: 'config_invalid' })
})

test('a function that throws is a coded error without its words', async () => {
  const error = await read(() => Promise.reject(new Error('session=SECRET'))).catch(
    (caught: unknown) => caught,
  )

  expect(error).toMatchObject({ code: 'auth_failed' })
  expect((error as Error).message).not.toContain('SECRET')
})

test('one that the frame does not wait for any more is over', async () => {
  const controller = new AbortController()
  const reading = read(() => new Promise(() => {}), controller)
  await Promise.resolve()
  controller.abort()

  await expect(reading).rejects.toMatchObject({ code: 'call_timeout' })
})

test('the frame is told that there is one, and never what it is', () => {
  expect(describeOptions({ visitorProof: 'captcha' })).toMatchObject({ hasVisitorProof: true })
  expect(JSON.stringify(describeOptions({ visitorProof: 'captcha' }))).not.toContain('captcha')
  expect(describeOptions({})).toMatchObject({ hasVisitorProof: false })
})
