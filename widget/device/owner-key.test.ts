import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownerKey, sha256 } from './owner-key.ts'

const reference = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  '',
  'abc',
  'é日本🙂',
  'x'.repeat(55),
  'x'.repeat(56),
  'x'.repeat(64),
  'x'.repeat(100_000),
])('hashes as everybody does: %#', (text) => {
  expect(sha256(text)).toBe(reference(text))
})

test('hashes texts of every length up to two blocks', () => {
  for (let length = 0; length <= 130; length += 1) {
    const text = 'a'.repeat(length)
    expect(sha256(text)).toBe(reference(text))
  }
})

test('names an owner without its id, differently in each project, and every visitor alike', () => {
  const key = ownerKey('https://chat.example/p/shop', 'token:ada@example.org')

  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(key).not.toContain('ada')
  expect(ownerKey('https://chat.example/p/shop', 'token:ben@example.org')).not.toBe(key)
  expect(ownerKey('https://chat.example/p/help', 'token:ada@example.org')).not.toBe(key)
  expect(ownerKey('https://chat.example/p/shop', null)).toBe('visitor')
})
