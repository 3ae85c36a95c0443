import { expect, test } from 'vitest'
import type { RawDocument } from '../document.ts'
import { UnreadError } from '../unread-error.ts'
import { checkDocument } from './read-document.ts'
import { FILE_BYTES_MAX, TEXT_BYTES_MAX } from './read-limits.ts'

const check = (raw: Partial<RawDocument>): string => {
  try {
    return checkDocument({ address: 'a', bytes: new Uint8Array(1), mediaType: undefined, ...raw })
  } catch (error) {
    return error instanceof UnreadError ? error.reason : String(error)
  }
}

test.each([
  ['https://a.example/', 'text/html', 'html'],
  ['https://a.example/prices.pdf?v=2', undefined, 'pdf'],
  ['https://a.example/prices.md', 'text/plain', 'markdown'],
  ['https://a.example/prices', 'text/plain', 'text'],
  ['https://a.example/x', 'TEXT/CSV', 'csv'],
  ['folder/Preise.TSV', undefined, 'csv'],
  ['folder/a.htm', 'application/octet-stream', 'html'],
  ['folder/a.docx', 'application/zip', 'docx'],
  ['folder/readme.txt', undefined, 'text'],
  ['https://a.example/a.html', 'image/png', 'unknown_type'],
  ['folder/a.xlsx', undefined, 'unknown_type'],
  ['folder/README', undefined, 'unknown_type'],
])('%s of type %s is read as %s', (address, mediaType, type) => {
  expect(check({ address, mediaType })).toBe(type)
})

test.each([
  ['a.html', TEXT_BYTES_MAX, 'html'],
  ['a.pdf', FILE_BYTES_MAX, 'pdf'],
])('%s may have %i bytes and no more', (address, most, type) => {
  expect(check({ address, bytes: new Uint8Array(most) })).toBe(type)
  expect(check({ address, bytes: new Uint8Array(most + 1) })).toBe('too_large')
})

test('an empty file is refused as such', () => {
  expect(check({ address: 'a.html', bytes: new Uint8Array() })).toBe('empty')
})
