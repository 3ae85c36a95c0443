import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { REPOSITORY_ROOT } from '../../../scripts/repository-root.ts'
import { createDocx, paragraph } from '../../testing/create-docx.ts'
import type { RawDocument } from '../document.ts'
import { UnreadError } from '../unread-error.ts'
import { createDocumentReader, type DocumentReader, ReaderClosedError } from './document-reader.ts'

/** Starting a thread can take seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

const PDF = join(REPOSITORY_ROOT, 'e2e/fixtures/knowledge-papers/three-languages.pdf')

const readers: DocumentReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function start(bounds?: Parameters<typeof createDocumentReader>[0]): DocumentReader {
  const reader = createDocumentReader(bounds)
  readers.push(reader)
  return reader
}

const rawOf = (address: string, content: string | Uint8Array): RawDocument => ({
  address,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  mediaType: undefined,
})
const outcomeOf = (reader: DocumentReader, raw: RawDocument) =>
  reader.readDocument(raw).then(
    ({ sections }) => sections.flatMap(({ blocks }) => blocks).join(' '),
    (error: unknown) => {
      if (error instanceof ReaderClosedError) return 'closed'
      return error instanceof UnreadError ? `${error.reason}: ${error.message}` : error
    },
  )
const LIGHT = rawOf('a.html', '<main><p>Read</p></main>')
test('documents of each type are read in the thread, and their errors come with reason and sentence', async () => {
  const reader = start()
  const raws = [
    LIGHT,
    rawOf('a.md', '# T\n\nMarkdown'),
    rawOf('a.txt', 'Text'),
    rawOf('a.csv', 'code,price\nA-1,3'),
    rawOf('a.docx', createDocx({ body: paragraph('Word') })),
    rawOf('a.pdf', readFileSync(PDF)),
    rawOf('b.docx', 'no zip'),
    rawOf('b.md', '>'.repeat(20_000)),
    rawOf('b.html', '<form><input type="password"></form>'),
    rawOf('b.xyz', 'x'),
  ]
  const outcomes = await Promise.all(raws.map((raw) => outcomeOf(reader, raw)))
  expect(outcomes).toEqual([
    'Read',
    'Markdown',
    'Text',
    'A-1\t3',
    'Word',
    expect.stringContaining('نضمن الأجزاء المعدنية ثلاث سنوات'),
    'broken: The file is damaged and cannot be unpacked.',
    'broken: The file is damaged and cannot be read.',
    'login: The page asks for a login. Add pages that are open to all.',
    'unknown_type: Files of this type cannot be read. HTML, Markdown, text, CSV, PDF and docx can.',
  ])
})

test('a document that takes too long is given up', async () => {
  // No thread starts within a millisecond.
  const hasty = start({ timeoutMs: 1, memoryMib: 256 })
  expect(await outcomeOf(hasty, LIGHT)).toBe(
    'broken: Reading the file took more than 0.001 seconds.',
  )
  const patient = start({ timeoutMs: 60_000, memoryMib: 256 })
  expect(await outcomeOf(patient, LIGHT)).toBe('Read')
})

test('a document that needs too much memory is given up, and the next one is read by a new thread', async () => {
  const reader = start({ timeoutMs: 60_000, memoryMib: 24 })
  const large = rawOf('large.html', `<main>${'<p>Word</p>'.repeat(100_000)}</main>`)
  const outcomes = await Promise.all([outcomeOf(reader, large), outcomeOf(reader, LIGHT)])
  expect(outcomes).toEqual(['broken: The file needs too much memory.', 'Read'])
})

/** Turns of the event loop until some work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  const done = new AbortController()
  void work.finally(() => done.abort())
  let turns = 0
  while (!done.signal.aborted) {
    await setImmediate()
    turns += 1
  }
  return turns
}

test('the main thread stays free while a document is read', async () => {
  const reader = start()
  await reader.readDocument(LIGHT)
  const large = rawOf('large.html', `<main>${'<p>Word <b>and</b> more</p>'.repeat(10_000)}</main>`)
  const reading = reader.readDocument(large)
  const turns = await countTurns(reading)
  expect((await reading).sections[0]?.blocks).toHaveLength(10_000)
  expect(turns).toBeGreaterThan(5)
})

test('a reader that was closed reads nothing more', async () => {
  const reader = start()
  expect(await outcomeOf(reader, LIGHT)).toBe('Read')
  await reader.close()
  expect(await outcomeOf(reader, LIGHT)).toBe('closed')
})

test.each([
  ['page', 'large.html', new TextEncoder().encode('<p>Word</p>'.repeat(60_000))],
  ['PDF', 'a.pdf', readFileSync(PDF)],
])('a %s that is being read when the reader closes is given up', async (_, address, bytes) => {
  const reader = start()
  const outcome = outcomeOf(reader, rawOf(address, bytes))
  // The reading begins in a later turn.
  await setImmediate()
  await reader.close()
  expect(await outcome).toBe('closed')
})
