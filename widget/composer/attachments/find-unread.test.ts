import { expect, test } from 'vitest'
import { readCaseFile, readFileCases } from '../../../scripts/file-cases.ts'
import { findUnread } from './find-unread.ts'

const fileOf = (content: BlobPart, name = 'a') => new File([content], name)

/** Ids of those that no model can read. */
async function unreadOf(files: readonly File[], kinds: readonly string[] = []): Promise<string[]> {
  const unread: string[] = []
  const items = files.map((file, index) => ({ id: `${index}`, file, contentType: file.type }))
  await findUnread(items, kinds, (id) => unread.push(id))
  return unread
}

test.each(readFileCases().map((each) => [each.id, each] as const))(
  'of %s the person is told as expected',
  async (_, { file, declaredType, expected }) => {
    const added = new File([readCaseFile(file)], file, { type: declaredType })

    expect(await unreadOf([added])).toEqual((expected.personIsTold ?? null) === null ? [] : ['0'])
  },
)

test.each([
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0', true],
  ['a JPEG', '\xff\xd8\xff\xe0\0', true],
  ['a GIF', 'GIF89a\0', true],
  ['a WebP', 'RIFF\0\0\0\0WEBPVP8 ', true],
  ['a PDF', '%PDF-1.7\n\0', true],
  ['an AVIF', '\0\0\0\x20ftypavif', false],
  ['a TIFF', 'II*\0\x08\0\0\0', false],
  ['a BMP', 'BM\x46\0', false],
  ['docx, xlsx and zip', 'PK\x03\x04\x14\0\x06\0', false],
  ['doc and xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', false],
  ['an MP3', 'ID3\x04\0\0', false],
])('%s can be read by its bytes: %s %s', async (_, text, isRead) => {
  const file = fileOf(new Uint8Array(Buffer.from(text, 'latin1')))

  expect(await unreadOf([file])).toEqual(isRead ? [] : ['0'])
})

test('checks each file, and skips entries that are not files or cannot be opened', async () => {
  const gone = fileOf('x')
  gone.slice = () => {
    throw new Error('It was moved.')
  }
  const unread: string[] = []
  const items = [
    { id: 'stored', contentType: 'image/png' },
    { id: 'gone', contentType: '', file: gone },
    { id: 'text', contentType: '', file: fileOf('x') },
    { id: 'noise', contentType: '', file: fileOf('\0') },
  ]

  await findUnread(items, [], (id) => unread.push(id))

  expect(unread).toEqual(['noise'])
})

test.each([
  [[], []],
  [['images'], ['png', 'stored picture']],
  [['pdf'], ['pdf', 'stored pdf']],
  [
    ['images', 'pdf', 'of a newer server'],
    ['png', 'pdf', 'stored picture', 'stored pdf'],
  ],
])('an assistant that cannot read %j is told of by %j', async (kinds, expected) => {
  const unread: string[] = []
  const items = [
    {
      id: 'png',
      contentType: '',
      file: fileOf(new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))),
    },
    { id: 'pdf', contentType: 'image/png', file: fileOf('%PDF-1.7\n') },
    { id: 'text', contentType: '', file: fileOf('Hello') },
    { id: 'stored picture', contentType: 'image/webp' },
    { id: 'stored pdf', contentType: 'application/pdf' },
    { id: 'stored text', contentType: 'text/plain' },
  ]

  await findUnread(items, kinds, (id) => unread.push(id))

  expect(unread).toEqual(expected)
})
