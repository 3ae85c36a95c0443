import { expect, test } from 'vitest'
import { claimedTypes, isFileTaken, type SniffedType } from './file-types.ts'

test.each([
  ['Text/CSV; charset=utf-8', 'a.bin', ['text/csv']],
  ['application/vnd.ms-excel', 'a.csv', ['application/vnd.ms-excel', 'text/csv']],
  [null, 'a.tar.PNG', ['image/png']],
  [
    null,
    'report.docx',
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ],
  [null, 'a.exe', []],
  [null, 'png', ['image/png']],
  [null, 'a.constructor', []],
  [null, '', []],
])('reads the claims of %j and %j', (declared, filename, types) => {
  expect(claimedTypes(declared, filename)).toEqual(types)
})

test.each<[readonly string[] | undefined, SniffedType, string | undefined, boolean]>([
  [undefined, 'application/octet-stream', undefined, true],
  [['*'], 'application/octet-stream', undefined, true],
  [[], 'image/png', 'image/png', false],
  [['image/*'], 'image/webp', 'image/png', true],
  [['image/png'], 'image/jpeg', 'image/png', false],
  [['image/*'], 'text/plain', 'image/png', false],
  [['image/*'], 'application/octet-stream', 'image/png', false],
  [['image/*'], 'application/octet-stream', 'image/avif', true],
  [['image/*'], 'text/plain', 'image/svg+xml', true],
  [['text/csv'], 'text/plain', 'text/csv', true],
  [['text/csv'], 'text/plain', 'text/html', false],
  [['text/csv'], 'application/pdf', 'text/csv', false],
  [['application/pdf'], 'application/octet-stream', 'application/pdf', false],
  [['image'], 'image/png', 'image/png', false],
])('with %j takes %s that is called %s: %s', (allowed, sniffed, claimed, isTaken) => {
  expect(isFileTaken(allowed, sniffed, claimed === undefined ? [] : [claimed])).toBe(isTaken)
})

test('takes a file by either of its claims, and never one that its bytes disprove', () => {
  const claims = ['application/vnd.ms-excel', 'text/csv']

  expect(isFileTaken(['text/csv'], 'text/plain', claims)).toBe(true)
  expect(isFileTaken(['text/html'], 'text/plain', claims)).toBe(false)
  expect(isFileTaken(['text/csv'], 'image/png', claims)).toBe(false)
  expect(isFileTaken(['image/png'], 'text/plain', ['text/csv', 'image/png'])).toBe(false)
})
