import { expect, test } from 'vitest'
import type { RawDocument, ReadDocument } from '../document.ts'
import { ReaderClosedError } from './document-reader.ts'
import { createDocumentReaders } from './document-readers.ts'

const READ: ReadDocument = { title: 'Read', isHidden: false, sections: [], links: [], notes: [] }
const rawOf = (address: string): RawDocument => ({
  address,
  bytes: new Uint8Array(1),
  mediaType: undefined,
})

/** Readers that take one document at a time, and never end with one whose address begins with `slow`. */
function createWorld(kept: number) {
  const closed: number[] = []
  let count = 0
  const readers = createDocumentReaders({
    kept,
    createReader() {
      const id = (count += 1)
      let turn: Promise<unknown> = Promise.resolve()
      return {
        readDocument({ address }) {
          const reading = turn.then(() =>
            address.startsWith('slow') ? new Promise<never>(() => {}) : READ,
          )
          turn = reading
          return reading
        },
        close: () => Promise.resolve(void closed.push(id)),
      }
    },
  })
  return { readers, closed, count: () => count }
}

test('a slow document delays those of its own project alone', async () => {
  const { readers } = createWorld(3)
  void readers.readDocument(rawOf('slow.html'), 'hostile')
  const ended: string[] = []
  void readers.readDocument(rawOf('a.html'), 'hostile').then(() => ended.push('hostile'))

  expect(await readers.readDocument(rawOf('a.html'), 'shop')).toBe(READ)

  expect(ended).toEqual([])
})

test('a project keeps its reader until others need the place, the longest unused first', async () => {
  const { readers, closed, count } = createWorld(2)
  const read = (projectId: string) => readers.readDocument(rawOf('a.html'), projectId)
  for (const projectId of ['a', 'b', 'a', 'b', 'a']) await read(projectId)
  expect([count(), closed]).toEqual([2, []])

  await read('c')

  expect([count(), closed]).toEqual([3, [2]])
  await read('a')
  expect(count()).toBe(3)
})

test('no reader is ended while it reads', async () => {
  const { readers, closed } = createWorld(1)
  void readers.readDocument(rawOf('slow.html'), 'a')
  await readers.readDocument(rawOf('a.html'), 'b')
  expect(closed).toEqual([])
  await readers.readDocument(rawOf('a.html'), 'c')
  expect(closed).toEqual([2])
})

test('after the end all readers are closed, and nothing more is read', async () => {
  const { readers, closed, count } = createWorld(3)
  await readers.readDocument(rawOf('a.html'), 'a')
  await readers.readDocument(rawOf('a.html'), 'b')

  await readers.close()

  expect(closed).toEqual([1, 2])
  await expect(readers.readDocument(rawOf('a.html'), 'c')).rejects.toThrow(ReaderClosedError)
  expect(count()).toBe(2)
})
