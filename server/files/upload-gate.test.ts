import { expect, test } from 'vitest'
import {
  createUploadGate,
  UPLOADS_MAX,
  UPLOADS_OF_ADDRESS_MAX,
  UPLOADS_OF_USER_MAX,
  UPLOADS_OF_VISITORS_MAX,
} from './upload-gate.ts'

/** Uploads that stay pending until they are released. */
function createWaiting() {
  const gate = createUploadGate(() => {})
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = (key: string, user: string) => gate.run({ key, user }, () => promise)
  return { gate, send, letGo: resolve }
}
const done = () => Promise.resolve('done')

test('a file is taken once at a time, and again when the first upload broke', async () => {
  const gate = createUploadGate(() => {})
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

/** So many uploads, each of another visitor. */
const ofVisitors = (count: number, address: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({
    key: `v${n}`,
    user: `visitor ${n}`,
    visitor: { projectId: 'shop', address: address(n) },
  }))
const A = '203.0.113.9'
const B = '198.51.100.7'

test(`visitors of an address send ${UPLOADS_OF_ADDRESS_MAX} at once, not one more; others still do`, async () => {
  const told: (readonly [string, string])[] = []
  const gate = createUploadGate((...full) => void told.push(full))
  const { promise, resolve } = Promise.withResolvers<void>()
  const uploads = ofVisitors(UPLOADS_OF_ADDRESS_MAX - 1, () => A)
  const going = uploads.map((upload) => gate.run(upload, () => promise))
  const one = { key: 'b', user: 'one', visitor: { projectId: 'shop', address: A } }

  expect(await gate.run(one, done)).toBe('done')
  going.push(gate.run({ ...one, key: 'last' }, () => promise))
  expect(told).toEqual([])
  await expect(gate.run(one, done)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(told).toEqual([['shop', A]])
  expect(await gate.run({ ...one, visitor: { projectId: 'shop', address: B } }, done)).toBe('done')
  expect(await gate.run({ key: 'b', user: 'a customer at the same address' }, done)).toBe('done')
  resolve()
  await Promise.all(going)
  expect(await gate.run(one, done)).toBe('done')
})

test(`all visitors send ${UPLOADS_OF_VISITORS_MAX} at once, not one more; named users still do`, async () => {
  const gate = createUploadGate(() => {})
  const { promise, resolve } = Promise.withResolvers<void>()
  const uploads = ofVisitors(UPLOADS_OF_VISITORS_MAX - 1, (n) => `192.0.2.${n % 8}`)
  const going = uploads.map((upload) => gate.run(upload, () => promise))
  const one = { key: 'b', user: 'one', visitor: { projectId: 'shop', address: A } }

  expect(await gate.run(one, done)).toBe('done')
  going.push(gate.run({ ...one, key: 'last' }, () => promise))
  await expect(gate.run(one, done)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await gate.run({ key: 'b', user: 'ada' }, done)).toBe('done')
  resolve()
  await Promise.all(going)
  expect(await gate.run(one, done)).toBe('done')
})
