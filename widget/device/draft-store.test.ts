import { expect, test } from 'vitest'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createMemoryRows, type DeviceRows } from './device-rows.ts'
import {
  ALL_DRAFT_FILES_MAX_BYTES,
  chooseLosses,
  createDraftRecord,
  createDraftStore,
  DRAFT_FILES_MAX_BYTES,
  DRAFT_KEPT_MAX_CHARACTERS,
  DRAFTS_KEPT_MAX,
  takeFitting,
  type KeptDraft,
} from './draft-store.ts'

const SCOPE = { base: 'https://chat.example', owner: 'ada' }
const ownerOf = (rows: DeviceRows) => ({
  rows,
  scope: SCOPE,
  ending: new AbortController().signal,
})

/** A file that reports this size, without the bytes. */
function fileOf(size: number, name = 'a.txt'): File {
  const file = new File(['x'], name, { type: 'text/plain' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** Such a file as kept without its bytes. */
const nameOf = (size: number) => ({
  id: 'a.txt',
  type: 'document' as const,
  name: 'a.txt',
  contentType: 'text/plain',
  url: 'blob:',
  size,
  endsAt: 0,
})

const draft = (thread: string, savedAt: number, change: Partial<KeptDraft> = {}): KeptDraft => ({
  thread,
  text: `Text of ${thread}`,
  caret: [1, 2],
  files: [],
  savedAt,
  ...change,
})

test('keeps words, caret and files', async () => {
  const drafts = createDraftStore(ownerOf(createMemoryRows()))
  const uploaded = {
    id: 'key',
    type: 'file',
    name: 'b.pdf',
    contentType: 'application/pdf',
    url: 'https://files.example/b.pdf',
    size: 9,
  } as const
  const file = fileOf(3)
  await drafts.put(draft('thread_1', 5, { files: [file, uploaded] }))

  expect(await drafts.all()).toEqual([draft('thread_1', 5, { files: [file, uploaded] })])
})

test('keeps no longer draft than its limit', async () => {
  const drafts = createDraftStore(ownerOf(createMemoryRows()))
  await drafts.put(draft('longest', 1, { text: 'x'.repeat(DRAFT_KEPT_MAX_CHARACTERS) }))
  await drafts.put(draft('longer', 2, { text: 'x'.repeat(DRAFT_KEPT_MAX_CHARACTERS + 1) }))

  expect((await drafts.all()).map(({ thread }) => thread)).toEqual(['longest'])
})

test('keeps so many drafts; of more, the oldest goes', async () => {
  const drafts = createDraftStore(ownerOf(createMemoryRows()))
  const threads = async () => (await drafts.all()).map(({ thread }) => thread)
  for (let count = 1; count <= DRAFTS_KEPT_MAX; count += 1)
    await drafts.put(draft(`t${count}`, count))
  expect(await threads()).toContain('t1')

  await drafts.put(draft('t0', DRAFTS_KEPT_MAX + 1))
  expect(await threads()).toHaveLength(DRAFTS_KEPT_MAX)
  expect(await threads()).not.toContain('t1')

  // A sent message leaves no draft, and evicts none.
  await drafts.put(draft('sent', DRAFTS_KEPT_MAX + 2, { text: '' }))
  expect(await threads()).toHaveLength(DRAFTS_KEPT_MAX + 1)
})

test('keeps files of one draft up to its limit', () => {
  const whole = fileOf(DRAFT_FILES_MAX_BYTES)
  expect(takeFitting([whole])).toEqual([whole])
  expect(takeFitting([fileOf(DRAFT_FILES_MAX_BYTES + 1)])).toEqual([
    nameOf(DRAFT_FILES_MAX_BYTES + 1),
  ])
  const small = fileOf(1)
  expect(takeFitting([whole, small])).toEqual([whole, nameOf(1)])
  expect(takeFitting([small, whole])).toEqual([small, nameOf(DRAFT_FILES_MAX_BYTES)])
})

test('keeps what the server has of a file that does not fit', () => {
  const upload = { ...nameOf(DRAFT_FILES_MAX_BYTES + 1), url: 'https://x.example/a', endsAt: 5 }
  const copy = fileOf(DRAFT_FILES_MAX_BYTES + 1)
  const fits = { ...upload, copy: fileOf(DRAFT_FILES_MAX_BYTES) }

  expect(takeFitting([{ ...upload, copy }])).toEqual([upload])
  expect(takeFitting([fits])).toEqual([fits])
})

test('words outlive the device with the names of their files, and what the server has of them', () => {
  const storage = createFakeStorage()
  const record = createDraftRecord('https://chat.example', () => storage)
  const upload = { ...nameOf(3), url: 'https://x.example/a', endsAt: 5 }
  const files = [fileOf(3, 'b.txt'), { ...upload, copy: fileOf(3) }]

  record.write({ owner: 'ada', drafts: [draft('t', 1, { files })] })

  expect(record.read()?.drafts).toEqual([
    draft('t', 1, { files: [{ ...nameOf(3), name: 'b.txt', id: 'b.txt' }, upload] }),
  ])
})

test('keeps files of all drafts up to a limit; those of the oldest go, its words stay', () => {
  const half = ALL_DRAFT_FILES_MAX_BYTES / 2
  const older = draft('older', 1, { files: [fileOf(half)] })
  const newer = draft('newer', 2, { files: [fileOf(half)] })
  expect(chooseLosses([older, newer])).toEqual({ gone: [], lighter: [] })

  const larger = draft('newer', 2, { files: [fileOf(half + 1)] })
  expect(chooseLosses([older, larger])).toEqual({
    gone: [],
    lighter: [{ ...older, files: [nameOf(half)] }],
  })
})

test.each([null, 'text', { text: 1, savedAt: 1 }, { text: 'x' }, { text: 'x', savedAt: 'now' }])(
  'leaves out a row that says %j',
  async (value) => {
    const rows = createMemoryRows()
    await rows.put('drafts', SCOPE, { id: 'thread_1', value })
    expect(await createDraftStore(ownerOf(rows)).all()).toEqual([])
  },
)

test('reads a row of another version as far as it can', async () => {
  const rows = createMemoryRows()
  const value = { text: 'x', savedAt: 1, caret: ['a'], files: ['no file'], more: true }
  await rows.put('drafts', SCOPE, { id: 'thread_1', value })
  expect(await createDraftStore(ownerOf(rows)).all()).toEqual([
    { thread: 'thread_1', text: 'x', savedAt: 1, caret: null, files: [] },
  ])
})
