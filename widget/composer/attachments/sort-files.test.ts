import { expect, test } from 'vitest'
import { FILE_LIMITS } from '../../../shared/thread/file-limits.ts'
import { CLOUD_ACCEPT, LOCAL_ACCEPT, sortFiles } from './sort-files.ts'

const { fileBytes: FILE_MAX_BYTES } = FILE_LIMITS
const tray = {
  accept: CLOUD_ACCEPT,
  takesUnknown: false,
  limits: FILE_LIMITS,
  count: 0,
  files: [],
}

/** A file with a declared size. */
function fileOf(name: string, size = 3, type = 'text/plain', lastModified = 1): File {
  const file = new File(['abc'], name, { type, lastModified })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => fileOf(`${index + 1}.txt`))

test('a server that says nothing takes 10 files of 20 MiB each', () => {
  expect(FILE_LIMITS).toEqual({
    fileBytes: 20_971_520,
    imageBytes: 20_971_520,
    filesPerMessage: 10,
  })
})

test('takes what the server says, to the byte and to the file', () => {
  const limits = { fileBytes: 100, imageBytes: 50, filesPerMessage: 2 }
  const sort = (...files: File[]) => sortFiles({ files }, { ...tray, limits })
  const image = (size: number) => fileOf('a.png', size, 'image/png')

  expect(sort(fileOf('a.txt', 100), image(50)).notes).toEqual([])
  expect(sort(fileOf('a.txt', 101), image(51), image(101), fileOf('b.txt')).notes).toEqual([
    { type: 'too-large', names: ['a.txt'], maxBytes: 100 },
    { type: 'too-large', names: ['a.png', 'a.png'], maxBytes: 50 },
  ])
  expect(sort(...many(3)).notes).toEqual([{ type: 'too-many', names: ['3.txt'], max: 2 }])
})

test('an image may not be larger than any other file', () => {
  const limits = { ...FILE_LIMITS, fileBytes: 50, imageBytes: 100 }
  const notesOf = (size: number) =>
    sortFiles({ files: [fileOf('a.png', size, 'image/png')] }, { ...tray, limits }).notes

  expect(notesOf(50)).toEqual([])
  expect(notesOf(51)).toEqual([{ type: 'too-large', names: ['a.png'], maxBytes: 50 }])
})

test('leaves a file of a type that the browser does not know to a server that goes by names', () => {
  const files = [fileOf('a.blob', 3, ''), fileOf('a.zip', 3, 'application/zip')]
  const takenOf = (takesUnknown: boolean) =>
    sortFiles({ files }, { ...tray, accept: 'text/markdown', takesUnknown }).taken

  expect(takenOf(true)).toEqual([files[0]])
  expect(takenOf(false)).toEqual([])
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
  // The server checks its content and reports the result on the chip.
  ['a huge image', [fileOf('a.png', FILE_MAX_BYTES, 'image/png')], 1, []],
])('of %s it takes and says (U80)', (_, files, count, notes) => {
  const sorted = sortFiles({ files }, tray)
  expect(sorted.taken).toHaveLength(count)
  expect(sorted.notes).toEqual(notes)
})

test('skips a folder, and keeps the file beside it (U80)', () => {
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

test('says with the fixed words which types are accepted, and keeps the others of the drop (B13, U78)', () => {
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
