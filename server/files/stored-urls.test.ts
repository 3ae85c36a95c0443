import { expect, test } from 'vitest'
import { withStoredUrls } from './content-urls.ts'
import { createFileKey, isFileKey } from './file-key.ts'
import { keyOfUrl, keysIn, mapStrings, publicUrl } from './stored-urls.ts'

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
  const start = performance.now()

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

  expect(performance.now() - start).toBeLessThan(3_000)
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
