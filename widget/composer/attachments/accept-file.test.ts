import { expect, test } from 'vitest'
import { acceptsFile, CLOUD_ACCEPT, fileKind, isPdf, LOCAL_ACCEPT } from './sort-files.ts'

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.svg', 'image/svg+xml', 'image'],
  ['a.csv', 'text/csv', 'document'],
  ['a.txt', 'TEXT/plain; charset=utf-8', 'document'],
  ['a.pdf', 'application/pdf', 'file'],
  ['a.bin', '', 'file'],
  ['a.heic', 'image/heic', 'file'],
  ['a.heif', 'image/heif', 'file'],
])('%s of type %j goes out as %s (3.44)', (name, type, kind) => {
  expect(fileKind(new File(['x'], name, { type }))).toBe(kind)
})

test.each([
  ['a.png', 'image/png'],
  ['a.txt', 'text/plain'],
  ['a.html', 'text/html'],
  ['a.md', 'text/markdown'],
  ['README.MD', ''],
  ['a.csv', 'text/csv'],
  ['a.xml', 'text/xml'],
  ['a.xml', 'application/xml'],
  ['a.json', 'text/json'],
  ['a.json', 'application/json'],
  ['a.css', 'text/css'],
  ['report.CSV', 'application/vnd.ms-excel'],
  ['a.csv', ''],
])('a message takes %s of type %j itself (5.21)', (name, type) => {
  expect(acceptsFile(LOCAL_ACCEPT, new File(['x'], name, { type }))).toBe(true)
})

test.each([
  ['a.pdf', 'application/pdf'],
  ['a.zip', 'application/zip'],
  ['report.xls', 'application/vnd.ms-excel'],
  ['a', ''],
  ['image', 'images/png'],
])('a message does not take %s of type %j itself; an upload does (5.21)', (name, type) => {
  const file = new File(['x'], name, { type })
  expect(acceptsFile(LOCAL_ACCEPT, file)).toBe(false)
  expect(acceptsFile(CLOUD_ACCEPT, file)).toBe(true)
})

test.each([
  ['a.pdf', 'application/pdf', true],
  ['A.PDF', '', true],
  ['a.pdf', 'text/plain', false],
  ['a.txt', '', false],
])('%s of type %j is a PDF: %s', (name, type, is) => {
  expect(isPdf(new File(['x'], name, { type }))).toBe(is)
})
