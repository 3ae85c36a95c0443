import { expect, test } from 'vitest'
import { readBase64, readDataUrl } from './read-data-url.ts'

test.each([
  ['data:image/png;base64,aGk=', 'image/png', 'hi'],
  ['data:text/plain;charset=utf-8;base64,aGk', 'text/plain', 'hi'],
  ['data:;base64,aGk=', null, 'hi'],
  ['DATA:application/pdf;BASE64,', 'application/pdf', ''],
])('reads %s', (text, mediaType, content) => {
  const file = readDataUrl(text, 100)

  expect([file.mediaType, file.bytes.toString()]).toEqual([mediaType, content])
})

test.each([
  'data:text/plain,hi',
  'data:image/png;base64',
  'data:image/png;base64,a*k=',
  'data:image/png;base64,aGk=\n<script>',
  'https://x/a.png',
  `data:${'a'.repeat(400)}/png;base64,aGk=`,
  '',
])('reads nothing out of %j', (text) => {
  expect(() => readDataUrl(text, 100)).toThrow(expect.objectContaining({ code: 'file_rejected' }))
})

test('reads as many bytes as are allowed, and not one more', () => {
  const of = (bytes: number) => Buffer.alloc(bytes).toString('base64')

  for (const bytes of [9, 10]) expect(readBase64(of(bytes), 10)).toHaveLength(bytes)
  expect(() => readBase64(of(11), 10)).toThrow(expect.objectContaining({ code: 'too_large' }))
  expect(() => readDataUrl(`data:;base64,${of(11)}`, 10)).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  )
})
