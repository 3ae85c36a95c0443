import { expect, test, vi } from 'vitest'
import { streamList, type RowGroup } from './list-messages.ts'

const group =
  (...rows: readonly object[]): RowGroup =>
  () =>
    Promise.resolve(rows.map((row) => JSON.stringify(row)))
const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text()

test.each([
  [[], []],
  [[group()], []],
  [[group({ a: 1 })], [{ a: 1 }]],
  [
    [group(), group({ a: 1 }), group(), group({ b: 'é' }, { c: 3 }), group()],
    [{ a: 1 }, { b: 'é' }, { c: 3 }],
  ],
])('rows of all groups are one JSON text', async (groups, rows) => {
  const text = await textOf(streamList('messages', [group(), ...groups], () => {}))

  expect(JSON.parse(text)).toEqual({ messages: rows })
})

test('a group is read when its reader wants it, and none after the reader left', async () => {
  const read = vi.fn<RowGroup>(() => Promise.resolve(['{"a":1}']))
  const reader = streamList('rows', Array<RowGroup>(9).fill(read), () => {}).getReader()
  expect(read).not.toHaveBeenCalled()

  await reader.read()
  await reader.read()
  expect(read).toHaveBeenCalledTimes(2)
  await reader.cancel()
  expect(read).toHaveBeenCalledTimes(2)
})

test('a failure breaks the body off, in words of ours, and says why to the log', async () => {
  const failure = new Error('row 17 of secret_table')
  const onBroken = vi.fn<(error: unknown) => void>()
  const groups = [group({ a: 1 }), () => Promise.reject(failure)]

  await expect(textOf(streamList('rows', groups, onBroken))).rejects.toThrow(
    'The answer broke off.',
  )
  expect(onBroken.mock.calls).toEqual([[failure]])
})
