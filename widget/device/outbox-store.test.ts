import { expect, test } from 'vitest'
import { createMemoryRows, type DeviceRows } from './device-rows.ts'
import {
  createOutboxStore,
  hasRoom,
  OUTBOX_FILES_MAX_BYTES,
  OUTBOX_MAX,
  SETTLED_MAX,
  withFittingCopies,
  type OutboxMessage,
} from './outbox-store.ts'

const SCOPE = { base: 'https://chat.example', owner: 'ada' }
const ownerOf = (rows: DeviceRows) => ({
  rows,
  scope: SCOPE,
  ending: new AbortController().signal,
})

const message = (
  id: string,
  order: number,
  change: Partial<OutboxMessage> = {},
): OutboxMessage => ({
  id,
  thread: 'thread_1',
  order,
  createdAt: '2026-11-21T00:00:00.000Z',
  text: `Text of ${id}`,
  files: [],
  role: 'user',
  state: { type: 'waiting' },
  ...change,
})

test('gives messages in their order, and not those that are settled', async () => {
  const outbox = createOutboxStore(ownerOf(createMemoryRows()))
  const error = { code: 'too_large', message: 'Too long.' }
  const failed = message('b', 2, { state: { type: 'failed', error }, runConfig: { tone: 'dry' } })
  const limited = message('d', 4, { state: { type: 'failed', error, endsAt: 9, repeats: true } })
  const repeated = message('e', 5, { state: { type: 'waiting', isRepeat: true } })
  await outbox.put(failed)
  await outbox.put(message('c', 3))
  await outbox.put(repeated)
  await outbox.put(limited)
  await outbox.put(message('a', 1))
  await outbox.settle('c', 10)

  const { messages, settled } = await outbox.all()

  expect(messages).toEqual([message('a', 1), failed, limited, repeated])
  expect([...settled]).toEqual(['c'])
})

test('keeps nothing of what a settled message said', async () => {
  const rows = createMemoryRows()
  const outbox = createOutboxStore(ownerOf(rows))
  await outbox.put(message('a', 1, { text: 'A secret' }))
  await outbox.settle('a', 10)

  expect(JSON.stringify(await rows.list('outbox', SCOPE))).not.toContain('secret')
})

test('remembers so many settled messages; of more, the oldest are forgotten', async () => {
  const outbox = createOutboxStore(ownerOf(createMemoryRows()))
  for (let count = 1; count <= SETTLED_MAX; count += 1) await outbox.settle(`m${count}`, count)
  expect((await outbox.all()).settled.has('m1')).toBe(true)

  await outbox.settle('last', SETTLED_MAX + 1)
  const { settled } = await outbox.all()
  expect(settled.size).toBe(SETTLED_MAX)
  expect(settled.has('m1')).toBe(false)
})

test('has room for so many messages, and for so many bytes of files', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => message('m', index))
  expect(hasRoom(many(OUTBOX_MAX - 1), message('n', 0))).toBe(true)
  expect(hasRoom(many(OUTBOX_MAX), message('n', 0))).toBe(false)

  const file = (size: number) => {
    const made = new File(['x'], 'a.txt')
    Object.defineProperty(made, 'size', { value: size })
    return message('f', 0, { files: [made] })
  }
  expect(hasRoom([file(1)], file(OUTBOX_FILES_MAX_BYTES - 1))).toBe(true)
  expect(hasRoom([file(1)], file(OUTBOX_FILES_MAX_BYTES))).toBe(false)
})

test.each([null, {}, { thread: 'a', order: 'x' }, { ...message('a', 1), role: 'tool' }])(
  'leaves out a row that says %j',
  async (value) => {
    const rows = createMemoryRows()
    await rows.put('outbox', SCOPE, { id: 'a', value })
    expect(await createOutboxStore(ownerOf(rows)).all()).toEqual({
      messages: [],
      settled: new Set(),
    })
  },
)

test.each([undefined, 'odd', { error: 'odd' }, { error: { code: 1 } }])(
  'a message whose state is %j waits',
  async (state) => {
    const rows = createMemoryRows()
    await rows.put('outbox', SCOPE, { id: 'a', value: { ...message('a', 1), state } })
    expect((await createOutboxStore(ownerOf(rows)).all()).messages).toEqual([message('a', 1)])
  },
)

const COPY = new File(['abc'], 'a.zip')
const upload = {
  id: 'k',
  type: 'file',
  name: 'a.zip',
  contentType: 'a/zip',
  url: 'https://x.example/k',
  size: 3,
  endsAt: 5,
} as const

test('a message whose copies find no room on the device is kept without them', async () => {
  const rows = createMemoryRows()
  const full: DeviceRows = {
    ...rows,
    put: (kind, scope, row) =>
      (row.value as OutboxMessage).files.some((file) => 'copy' in file)
        ? Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
        : rows.put(kind, scope, row),
  }
  const copied = message('a', 1, { files: [{ ...upload, copy: COPY }] })

  await createOutboxStore(ownerOf(full))
    .put(copied)
    .catch(() => {})
  expect((await createOutboxStore(ownerOf(rows)).all()).messages[0]?.files).toEqual([upload])

  await createOutboxStore(ownerOf(rows)).put(copied)
  expect((await createOutboxStore(ownerOf(rows)).all()).messages).toEqual([copied])
})

test('copies of uploads are kept up to what all messages may take; picked files stay', () => {
  const sized = (size: number) =>
    Object.defineProperty(new File(['x'], 'a.zip'), 'size', { value: size })
  const waiting = [message('a', 1, { files: [sized(1)] })]
  const fits = { ...upload, copy: sized(OUTBOX_FILES_MAX_BYTES - 1) }
  const exceeds = { ...upload, copy: sized(OUTBOX_FILES_MAX_BYTES) }

  expect(withFittingCopies(waiting, [fits])).toEqual([fits])
  expect(withFittingCopies(waiting, [exceeds, COPY])).toEqual([upload, COPY])
})
