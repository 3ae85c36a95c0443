import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { FileRow } from '../store/store.ts'
import { LOOP_SHARE_MS } from '../steps/in-turns.ts'
import { FILES_PER_CONTENT_MAX, VALUES_PER_STEP, withReadUrls } from './content-urls.ts'
import { createFileKey } from './file-key.ts'
import { publicUrl } from './stored-urls.ts'

const BASE = 'https://chat.example'

const createRow = (key: string): FileRow => ({
  key,
  scope: { projectId: 'p', workspaceId: 'w', userId: 'u' },
  filename: 'a.txt',
  declaredType: null,
  declaredBytes: null,
  mediaType: 'text/plain',
  bytes: 1,
  state: 'ready',
  threadId: null,
  createdAt: '2026-11-21T05:00:00.000Z',
})

/** A store of files that counts what it is asked for. */
function createRows(isThere: (key: string) => boolean = () => true) {
  const asked: (readonly string[])[] = []
  return {
    asked,
    findMany: async (keys: readonly string[]) => {
      asked.push(keys)
      // In no order of ours.
      return keys.filter(isThere).map(createRow).toReversed()
    },
  }
}

const presign = async ({ key }: FileRow) => `signed ${key}`
const urlsOf = (keys: readonly string[]) => keys.map((key) => publicUrl(BASE, key))

test('all contents of a page cost one query, and each file one address', async () => {
  const [one, two, three] = [createFileKey(), createFileKey(), createFileKey()]
  const { asked, findMany } = createRows()
  let signed = 0
  const contents = [
    { parts: urlsOf([one, two]) },
    { text: 'none here' },
    { parts: [{ url: publicUrl('https://old.example', one) }, publicUrl(BASE, three)] },
  ]

  const read = await withReadUrls(contents, findMany, (row) => {
    signed += 1
    return presign(row)
  })

  expect(asked).toEqual([[one, two, three]])
  expect(signed).toBe(3)
  expect(read).toEqual([
    { parts: [`signed ${one}`, `signed ${two}`] },
    contents[1],
    { parts: [{ url: `signed ${one}` }, `signed ${three}`] },
  ])
})

test('a page without such addresses costs no query', async () => {
  const { asked, findMany } = createRows()
  const contents = [{ text: `see ${publicUrl(BASE, createFileKey())}` }, { n: 1 }, {}]

  expect(await withReadUrls(contents, findMany, presign)).toEqual(contents)
  expect(await withReadUrls([], findMany, presign)).toEqual([])
  expect(asked).toEqual([])
})

test('files that are not there, or never came, keep their addresses', async () => {
  const [there, gone, refused] = [createFileKey(), createFileKey(), createFileKey()]
  const { findMany } = createRows((key) => key !== gone)
  const contents = [{ parts: urlsOf([there, gone, refused]) }]

  const read = await withReadUrls(contents, findMany, (row) => {
    if (row.key === refused) return Promise.reject(new AlcoveError('not_found', 'never came'))
    return presign(row)
  })

  expect(read).toEqual([{ parts: [`signed ${there}`, ...urlsOf([gone, refused])] }])
  const broken = withReadUrls(contents, findMany, () => Promise.reject(new Error('a defect')))
  await expect(broken).rejects.toThrow('a defect')
})

test('a content has so many files looked up and no more, whatever another has', async () => {
  const keys = Array.from({ length: FILES_PER_CONTENT_MAX + 1 }, createFileKey)
  const full = keys.slice(0, FILES_PER_CONTENT_MAX)
  const last = keys.slice(-1)
  const { asked, findMany } = createRows()
  const contents = [{ parts: urlsOf(keys) }, { parts: urlsOf(last) }]

  const [over, other] = await withReadUrls(contents, findMany, presign)

  expect(asked).toEqual([keys])
  expect(over).toEqual({ parts: [...full.map((key) => `signed ${key}`), ...urlsOf(last)] })
  expect(other).toEqual({ parts: last.map((key) => `signed ${key}`) })
})

test('others have their turns while one large content is looked at', async () => {
  const order: string[] = []
  const slow = (name: string) => ({
    get text() {
      const end = performance.now() + 2 * LOOP_SHARE_MS
      while (performance.now() < end);
      order.push(name)
      return name
    },
  })
  const rest = Array.from({ length: VALUES_PER_STEP }, () => 0)
  // What the test before did in this turn is not counted.
  await nextTurn()
  setImmediate(() => order.push('another call'))

  await withReadUrls([{ parts: [slow('first'), rest, slow('last')] }], async () => [], presign)

  expect(order).toEqual(['first', 'another call', 'last'])
})
