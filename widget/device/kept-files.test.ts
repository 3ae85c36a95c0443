import { expect, test } from 'vitest'
import { areSameFiles, isLost, readKeptFile, withoutCopy, type KeptUpload } from './kept-files.ts'

const file = new File(['abc'], 'a.png', { type: 'image/png' })
const stored = {
  id: 'k',
  type: 'image',
  name: 'a.png',
  contentType: 'image/png',
  url: 'https://x.example/k',
  size: 3,
} as const
const upload: KeptUpload = { ...stored, endsAt: 5 }

test.each([
  [file, file],
  [upload, upload],
  [
    { ...upload, copy: file },
    { ...upload, copy: file },
  ],
  [{ ...upload, copy: 'no file', endsAt: 'soon', more: 1 }, stored],
  [{ ...upload, url: 'javascript:x' }, undefined],
  ['a.png', undefined],
])('reads %j', (value, expected) => {
  expect(readKeptFile(value)).toEqual(expected)
})

test('a file without its bytes is what the server has, or a name that has to be chosen again', () => {
  expect(withoutCopy({ ...upload, copy: file })).toEqual(upload)
  const name = withoutCopy(file)
  expect(name).toMatchObject({ name: 'a.png', type: 'image', size: 3, endsAt: 0 })
  expect(readKeptFile(JSON.parse(JSON.stringify(name)))).toEqual(name)
  expect(isLost(name)).toBe(true)
})

test.each<[boolean, KeptUpload | File]>([
  [false, file],
  [false, upload],
  [false, { ...upload, endsAt: 0, copy: file }],
  [true, { ...upload, endsAt: 0 }],
])('is lost: %s', (expected, kept) => {
  expect(isLost(kept)).toBe(expected)
})

test.each([
  [true, [file, upload], [file, { ...upload, copy: file }]],
  [false, [file], [upload]],
  [false, [file], [new File(['abc'], 'a.png')]],
  [false, [upload], [{ ...upload, url: 'https://x.example/other' }]],
  [false, [upload], []],
])('are the same: %s', (expected, before, after) => {
  expect(areSameFiles(before, after)).toBe(expected)
})
