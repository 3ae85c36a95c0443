import { expect, test } from 'vitest'
import { createUserMessage } from '../../../shared/thread/message.ts'
import { tellShown } from '../../conversation/atoms/shown-thread.test-support.ts'
import { createChatWorld } from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from './opening.ts'
import { firstWordsAtom, FIRST_WORDS_MAX } from './first-words.ts'
import { mainThreadAtom, newThreadAtom } from './shown-list.ts'
import { identifyAtom } from '../../world/identify.ts'

/** Begins a new thread with this message. Returns its substitute title. */
async function begin(text: string) {
  const { store } = createChatWorld()
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  const { id } = store.get(mainThreadAtom)
  const message = createUserMessage('m', '2026-11-21T09:00:00.000Z', text)
  tellShown(store, { type: 'message', message })
  tellShown(store, { type: 'path', ids: ['m'] })
  return { store, id, words: () => store.get(firstWordsAtom).of(id) }
}

test('a thread without a title is called by its first words', async () => {
  const { words } = await begin('  Where is my parcel?\nIt was sent in May.')
  expect(words()).toBe('Where is my parcel?')
})

test('keeps them when another thread is shown, which has none of its own', async () => {
  const { store, words } = await begin('Where is my parcel?')
  expect(words()).toBe('Where is my parcel?')
  await store.set(newThreadAtom)
  expect(store.get(firstWordsAtom).of(store.get(mainThreadAtom).id)).toBeUndefined()
  expect(words()).toBe('Where is my parcel?')
})

test('takes as many whole words as fit, and says that there are more', async () => {
  const fitting = `${'word '.repeat(11)}words`
  expect(fitting).toHaveLength(FIRST_WORDS_MAX)
  expect((await begin(fitting)).words()).toBe(fitting)
  expect((await begin(`${fitting}s`)).words()).toBe(`${'word '.repeat(10)}word…`)
  expect((await begin('語'.repeat(FIRST_WORDS_MAX + 1))).words()).toBe(
    `${'語'.repeat(FIRST_WORDS_MAX - 1)}…`,
  )
})

test('other people do not see them', async () => {
  const { store, words } = await begin('Where is my parcel?')
  expect(words()).toBe('Where is my parcel?')
  await store
    .set(identifyAtom, {
      mode: 'token',
      epoch: 1,
      getToken: () => null,
    })
    .catch(() => {})
  expect(words()).toBeUndefined()
})
