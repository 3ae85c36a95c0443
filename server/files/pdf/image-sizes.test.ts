import { expect, test } from 'vitest'
import { readCaseFile } from '../../../scripts/file-cases.ts'
import { pdfOf, streamOf } from '../../testing/hostile-pdfs.ts'
import { declaresOversizedImage, PDF_IMAGE_PIXELS_MAX } from './image-sizes.ts'

const HEIGHT = 1_000
const WIDTH_MAX = PDF_IMAGE_PIXELS_MAX / HEIGHT

/** An image whose width is in object 2, and other contents of the file. */
const pdfWithWidthAt = (...others: string[]) =>
  Buffer.concat([
    pdfOf([
      streamOf(`/Subtype /Image /Width 2 0 R /Height ${HEIGHT}`, Buffer.alloc(1)),
      ...others.slice(0, 1),
    ]),
    ...others.slice(1).map((other) => Buffer.from(other)),
  ])

test('takes an image whose size stands in objects beside it', () => {
  expect(declaresOversizedImage(readCaseFile('indirect-width.pdf'))).toBe(false)
  expect(declaresOversizedImage(pdfWithWidthAt(String(WIDTH_MAX)))).toBe(false)
  expect(declaresOversizedImage(pdfWithWidthAt(String(WIDTH_MAX + 1)))).toBe(true)
})

test.each([
  ['is nowhere', []],
  ['is defined again', ['9', `2 0 obj\n60000000\nendobj\n`]],
  ['is defined again behind a comment', ['9', `2 %\n0\0obj%\n60000000 endobj`]],
  ['is another address', ['3 0 R']],
  ['is no number', ['/Nine']],
  ['may stand in a compressed stream', ['9', '4 0 obj << /Type /Obj#53tm >> stream']],
])('refuses an image whose size %s', (_, others) => {
  expect(declaresOversizedImage(pdfWithWidthAt('9'))).toBe(false)
  expect(declaresOversizedImage(pdfWithWidthAt(...others))).toBe(true)
})

test('does not take an address with a comment in it for a number', () => {
  const head = `/Subtype /Image /Width 2%\n0 R /Height ${HEIGHT}`

  expect(
    declaresOversizedImage(pdfOf([streamOf(head, Buffer.alloc(1)), String(WIDTH_MAX + 1)])),
  ).toBe(true)
})
