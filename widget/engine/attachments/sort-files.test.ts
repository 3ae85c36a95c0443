import { expect, test } from 'vitest'
import { CLOUD_ACCEPT, LOCAL_ACCEPT } from './accept-types.ts'
import { FILE_MAX_BYTES, FILES_PER_MESSAGE_MAX } from './file-limits.ts'
import { sortFiles } from './sort-files.ts'

const tray = { accept: CLOUD_ACCEPT, count: 0, files: [] }

/** A file that says how large it is. */
function fileOf(name: string, size = 3, type = 'text/plain', lastModified = 1): File {
  const file = new File(['abc'], name, { type, lastModified })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => fileOf(`${index + 1}.txt`))

test('the limits are those of the server', () => {
  expect([FILES_PER_MESSAGE_MAX, FILE_MAX_BYTES]).toEqual([10, 20_971_520])
})

test.each([
  ['10 files', many(10), 10, []],
  ['11 files', many(11), 10, [{ type: 'too-many', names: ['11.txt'], max: 10 }]],
  [
    '50 files',
    many(50),
    10,
    [
      {
        type: 'too-many',
        names: many(50)
          .slice(10)
          .map(({ name }) => name),
        max: 10,
      },
    ],
  ],
  ['20 MiB', [fileOf('a.bin', FILE_MAX_BYTES)], 1, []],
  [
    '20 MiB and a byte',
    [fileOf('a.bin', FILE_MAX_BYTES + 1)],
    0,
    [{ type: 'too-large', names: ['a.bin'], maxBytes: FILE_MAX_BYTES }],
  ],
  ['a byte', [fileOf('a.txt', 1)], 1, []],
  ['no byte', [fileOf('a.txt', 0)], 0, [{ type: 'empty', names: ['a.txt'] }]],
  [
    'a file twice',
    [fileOf('a.txt'), fileOf('a.txt')],
    1,
    [{ type: 'duplicate', names: ['a.txt'] }],
  ],
  ['two files of one name', [fileOf('a.txt', 3), fileOf('a.txt', 4)], 2, []],
  [
    'two saves of one file',
    [fileOf('a.txt', 3, 'text/plain', 1), fileOf('a.txt', 3, 'text/plain', 2)],
    2,
    [],
  ],
  ['HEIC', [fileOf('a.heic', 3, 'image/heic')], 1, []],
  // The server looks at what is in it, and says so on the chip.
  ['a huge image', [fileOf('a.png', FILE_MAX_BYTES, 'image/png')], 1, []],
])('of %s it takes and says', (_, files, count, notes) => {
  const sorted = sortFiles({ files }, tray)
  expect(sorted.taken).toHaveLength(count)
  expect(sorted.notes).toEqual(notes)
})

test('skips a folder, and keeps the file beside it', () => {
  const sorted = sortFiles({ files: [fileOf('a.txt')], folders: ['Photos'] }, tray)
  expect(sorted.taken.map(({ name }) => name)).toEqual(['a.txt'])
  expect(sorted.notes).toEqual([{ type: 'folder', names: ['Photos'] }])
})

test('counts what is there already', () => {
  const [first, ...others] = many(3) as [File, File, File]
  expect(sortFiles({ files: others }, { ...tray, count: 8 }).taken).toHaveLength(2)
  expect(sortFiles({ files: others }, { ...tray, count: 9 }).taken).toHaveLength(1)
  expect(sortFiles({ files: [first] }, { ...tray, count: 1, files: [first] }).notes).toEqual([
    { type: 'duplicate', names: ['1.txt'] },
  ])
})

test('says with the fixed words which types are accepted, and keeps the others of the drop', () => {
  const files = [fileOf('a.zip', 3, 'application/zip'), fileOf('a.txt'), fileOf('b.blob', 3, '')]
  const sorted = sortFiles({ files }, { ...tray, accept: LOCAL_ACCEPT })
  expect(sorted.taken.map(({ name }) => name)).toEqual(['a.txt'])
  expect(sorted.notes).toEqual([
    {
      type: 'not-accepted',
      names: ['a.zip', 'b.blob'],
      message: `File type application/zip is not accepted. Accepted types: ${LOCAL_ACCEPT}`,
    },
  ])
})

test('a file that is left out leaves its place to the next', () => {
  const files = [fileOf('empty.txt', 0), ...many(10)]
  expect(sortFiles({ files }, tray).taken).toHaveLength(10)
})
