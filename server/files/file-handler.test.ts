import { expect, test } from 'vitest'
import { createUploadGate, UPLOADS_MAX, UPLOADS_OF_USER_MAX } from './file-handler.ts'

/** Uploads that stay until they are let go. */
function createWaiting() {
  const gate = createUploadGate()
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = (key: string, user: string) => gate.run({ key, user }, () => promise)
  return { gate, send, letGo: resolve }
}
const done = () => Promise.resolve('done')

test('a file is taken once at a time, and again when the first upload broke', async () => {
  const gate = createUploadGate()
  const { promise, reject } = Promise.withResolvers<void>()
  const first = gate.run({ key: 'a', user: 'ada' }, () => promise)

  await expect(gate.run({ key: 'a', user: 'ada' }, done)).rejects.toMatchObject({
    code: 'conflict',
  })
  reject(new Error('broke'))
  await expect(first).rejects.toThrow('broke')
  expect(await gate.run({ key: 'a', user: 'ada' }, done)).toBe('done')
})

test(`a user sends ${UPLOADS_OF_USER_MAX} at once, not one more; others still do`, async () => {
  const { gate, send, letGo } = createWaiting()
  const going = Array.from({ length: UPLOADS_OF_USER_MAX }, (_, n) => send(`a${n}`, 'ada'))

  await expect(gate.run({ key: 'b', user: 'ada' }, done)).rejects.toMatchObject({
    code: 'rate_limited',
  })
  expect(await gate.run({ key: 'b', user: 'bob' }, done)).toBe('done')
  letGo()
  await Promise.all(going)
  expect(await gate.run({ key: 'b', user: 'ada' }, done)).toBe('done')
})

test(`a process takes ${UPLOADS_MAX} at once, not one more`, async () => {
  const { gate, send, letGo } = createWaiting()
  const going = Array.from({ length: UPLOADS_MAX - 1 }, (_, n) => send(`a${n}`, `user ${n}`))

  expect(await gate.run({ key: 'b', user: 'bob' }, done)).toBe('done')
  going.push(send('last', 'ada'))
  await expect(gate.run({ key: 'b', user: 'bob' }, done)).rejects.toMatchObject({
    code: 'unavailable',
  })
  letGo()
  await Promise.all(going)
})
