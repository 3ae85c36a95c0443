import { expect, test } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { menuDialogAtom, transcriptWishAtom } from '../world/menu-dialog.ts'
import { learnServerFactsAtom, setWantsContentAtom } from '../world/server-facts.ts'
import { runPageCommand, TRANSCRIPT_PIECE_CHARACTERS } from './page-commands.ts'
import { identifyAtom } from '../world/identify.ts'

/** A page that may read, and the transcript that the frame writes. */
async function createPage(text: string, mayRead = true) {
  const { store } = createChatWorld()
  store.set(learnServerFactsAtom, { hostReads: mayRead })
  store.set(setWantsContentAtom, true)
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  const formats: string[] = []
  store.sub(transcriptWishAtom, () => {
    const wish = store.get(transcriptWishAtom)
    if (wish) formats.push(wish.format)
    wish?.onRead(text)
  })
  const run = (...args: JsonValue[]) =>
    runPageCommand(store, { name: 'readTranscript', args }, new AbortController().signal)
  return { store, formats, run }
}

test.each([
  ['a short one', 'Hello', ['Hello']],
  [
    'as much as one piece holds',
    'é'.repeat(TRANSCRIPT_PIECE_CHARACTERS),
    ['é'.repeat(TRANSCRIPT_PIECE_CHARACTERS)],
  ],
  [
    'one character more',
    `${'"'.repeat(TRANSCRIPT_PIECE_CHARACTERS)}!`,
    ['"'.repeat(TRANSCRIPT_PIECE_CHARACTERS), '!'],
  ],
  ['nothing', '', ['']],
])('a conversation is written down once, and read in pieces: %s', async (_name, text, pieces) => {
  const { formats, run } = await createPage(text)
  const read: string[] = []
  let next = 0
  do {
    const piece = (await run('html', next)) as { format: string; text: string; next: number }
    expect(JSON.stringify(piece).length).toBeLessThan(65_536)
    expect(piece.format).toBe('html')
    read.push(piece.text)
    next = piece.next
  } while (next > 0)

  expect(read).toEqual(pieces)
  expect(formats).toEqual(['html'])
  // The transcript is removed when it has been read.
  await expect(run('html', 5)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a page that may not read has the person asked, and gets no piece', async () => {
  const { store, formats, run } = await createPage('Secret', false)

  expect(await run('md')).toBeNull()
  expect(await run('md', 3)).toBeNull()

  expect(store.get(menuDialogAtom)?.name).toBe('transcript')
  expect(formats).toEqual([])
})

test('of a format that is none the page hears which there are', async () => {
  const { run } = await createPage('Hello')

  await expect(run('pdf')).rejects.toThrow('expected md, html or json')
})
