import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { LOOP_SHARE_MS } from '../steps/in-turns.ts'
import type { FileRow } from '../store/store.ts'
import { createFileKey, isFileKey } from './object-store.ts'
import {
  FILES_PER_CONTENT_MAX,
  keyOfUrl,
  keysIn,
  mapStrings,
  publicUrl,
  VALUES_PER_STEP,
  withReadUrls,
  withStoredUrls,
} from './stored-urls.ts'

const KEY = 'file_0123456789abcdefABCDEFGH'
const BASE = 'https://chat.example/p/shop'

test('makes keys that nobody can guess', () => {
  const keys = new Set(Array.from({ length: 1_000 }, createFileKey))

  expect(keys.size).toBe(1_000)
  expect([...keys].every(isFileKey)).toBe(true)
})

test.each([
  publicUrl(BASE, KEY),
  publicUrl('http://localhost:8787', KEY),
  `https://chat.example/files/${KEY}?expires=1&signature=x`,
  `https://s3.example/bucket/files/${KEY}?X-Amz-Expires=300&X-Amz-Signature=x`,
])('finds the key in %s', (url) => {
  expect(keyOfUrl(url)).toBe(KEY)
})

test.each([
  `/v1/files/attachments/${KEY}`,
  `javascript:https://x/v1/files/attachments/${KEY}`,
  ` https://x/v1/files/attachments/${KEY}`,
  `https://x/v1/files/attachments/${KEY} `,
  `https://x/v1/files/attachments/${KEY}?signature=x`,
  `https://x/v1/files/attachments/${KEY}#x`,
  `https://x/v1/files/attachments/${KEY}/`,
  `https://x/v1/files/attachments/${KEY}x`,
  `https://x/v1/files/attachments/${KEY.slice(1)}`,
  `https://x/v2/files/attachments/${KEY}`,
  `https://x/files/${KEY}`,
  `https://x/files/${KEY}?expires=1`,
  `https://x/other/${KEY}?signature=x`,
  `see https://x/v1/files/attachments/${KEY}`,
  `https://x/?q=/v1/files/attachments/${KEY}`,
  `https://x/${'a'.repeat(4_096)}/v1/files/attachments/${KEY}`,
  KEY,
  '',
])('finds none in %j', (text) => {
  expect(keyOfUrl(text)).toBeUndefined()
})

test('puts signed addresses back, on the base of the caller, and touches nothing else', () => {
  const signed = `https://files.example/files/${KEY}?expires=1&signature=x`
  const stored = publicUrl('https://old.example', KEY)
  const content = { a: [signed, stored, 1, null, true], b: { [signed]: `text ${signed}` } }

  expect(withStoredUrls(BASE, content)).toEqual({
    a: [publicUrl(BASE, KEY), stored, 1, null, true],
    b: { [signed]: `text ${signed}` },
  })
  expect(keysIn(content)).toEqual([KEY])
})

test('keeps a key that would be a prototype a key', () => {
  const content = JSON.parse('{"__proto__":{"polluted":"x"},"a":1}') as { a: number }

  expect(JSON.stringify(withStoredUrls(BASE, content))).toBe('{"__proto__":{"polluted":"x"},"a":1}')
  expect('polluted' in {}).toBe(false)
})

test('reads a megabyte of near misses at once', () => {
  const spentMs = startCpuTimer()

  for (const part of [
    'https://',
    '/files/',
    `https://x/v1/files/attachments/`,
    'file_',
    '?',
    '&',
  ]) {
    keysIn({
      long: part.repeat(100_000),
      many: Array.from({ length: 20_000 }, () => `https://${part}`),
    })
  }

  expect(spentMs()).toBeLessThan(3_000)
})

test('what names no file of ours is not copied', () => {
  const plain = { role: 'user', content: [{ type: 'text', text: 'hello' }], ['__proto__']: null }
  expect(mapStrings(plain, (text) => text)).toBe(plain)

  const content = { a: [plain, { b: 'x' }], c: plain, ['__proto__']: 'x' }
  const changed = mapStrings(content, (text) => (text === 'x' ? 'y' : text))
  expect(changed).toEqual({ a: [plain, { b: 'y' }], c: plain, ['__proto__']: 'y' })
  expect(Object.keys(changed)).toEqual(['a', 'c', '__proto__'])
  expect(changed['c']).toBe(plain)
})

const ORIGIN = 'https://chat.example'

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

/** A store of files that counts queries. */
function createRows(isThere: (key: string) => boolean = () => true) {
  const asked: (readonly string[])[] = []
  return {
    asked,
    findMany: async (keys: readonly string[]) => {
      asked.push(keys)
      // In another order than asked.
      return keys.filter(isThere).map(createRow).toReversed()
    },
  }
}

const presign = async ({ key }: FileRow) => `signed ${key}`
const urlsOf = (keys: readonly string[]) => keys.map((key) => publicUrl(ORIGIN, key))

test('all contents of a page cost one query, and each file one address', async () => {
  const [one, two, three] = [createFileKey(), createFileKey(), createFileKey()]
  const { asked, findMany } = createRows()
  let signed = 0
  const contents = [
    { parts: urlsOf([one, two]) },
    { text: 'none here' },
    { parts: [{ url: publicUrl('https://old.example', one) }, publicUrl(ORIGIN, three)] },
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
  const contents = [{ text: `see ${publicUrl(ORIGIN, createFileKey())}` }, { n: 1 }, {}]

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
  // Work of the test before in this turn is not counted.
  await nextTurn()
  setImmediate(() => order.push('another call'))

  await withReadUrls([{ parts: [slow('first'), rest, slow('last')] }], async () => [], presign)

  expect(order).toEqual(['first', 'another call', 'last'])
})
