import { expect, test } from 'vitest'
import { claimedType, isFileTaken, type SniffedType } from './file-types.ts'

test.each([
  ['Text/CSV; charset=utf-8', 'a.png', 'text/csv'],
  [null, 'a.tar.PNG', 'image/png'],
  [null, 'report.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [null, 'a.exe', undefined],
  [null, 'png', 'image/png'],
  [null, 'a.constructor', undefined],
  [null, '', undefined],
])('reads the claim of %j and %j', (declared, filename, type) => {
  expect(claimedType(declared, filename)).toBe(type)
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
  expect(isFileTaken(allowed, sniffed, claimed)).toBe(isTaken)
})
