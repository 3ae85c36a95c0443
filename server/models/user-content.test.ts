import { expect, test } from 'vitest'
import { toUserContent } from './user-content.ts'

const file = (data: string, mimeType = 'application/pdf') =>
  toUserContent({ type: 'file', data, mimeType, filename: 'a "b".pdf' })

test('passes on an image with the type that its address names', () => {
  const part = toUserContent({ type: 'image', image: 'data:image/jpeg;base64,AAAA', filename: 'a' })

  expect(part).toEqual({ type: 'file', data: 'AAAA', mediaType: 'image/jpeg', filename: 'a' })
})

test('passes on a file', () => {
  expect(file('data:application/pdf;base64,AAAA')).toEqual({
    type: 'file',
    data: 'AAAA',
    mediaType: 'application/pdf',
    filename: 'a "b".pdf',
  })
})

test.each(['data:;base64,AAAA', 'data:,%00%00%00'])(
  'falls back to the file’s own type: %s',
  (url) => {
    expect(file(url)).toMatchObject({ data: 'AAAA', mediaType: 'application/pdf' })
  },
)

test('writes a text file out, between marks with its name', () => {
  const url = `data:text/plain;charset=utf-8;base64,${Buffer.from('héllo').toString('base64')}`

  expect(file(url)).toEqual({
    type: 'text',
    text: '<file name="a \\"b\\".pdf">\nhéllo\n</file>',
  })
})

test.each(['https://example.com/a.pdf', 'http://169.254.169.254/', 'file:///etc/passwd', 'AAAA'])(
  'tells of a file instead of fetching %s',
  (url) => {
    expect(file(url)).toEqual({ type: 'text', text: '[The file “a "b".pdf” is not available.]' })
  },
)

test('passes on audio', () => {
  const part = toUserContent({ type: 'audio', audio: { data: 'AAAA', format: 'mp3' } })

  expect(part).toEqual({ type: 'file', data: 'AAAA', mediaType: 'audio/mp3' })
})

test('drops blank text', () => {
  expect(toUserContent({ type: 'text', text: ' \n' })).toBeUndefined()
  expect(toUserContent({ type: 'text', text: ' a ' })).toEqual({ type: 'text', text: ' a ' })
})
