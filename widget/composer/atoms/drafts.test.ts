import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { UNPLACED } from '../../conversation/atoms/thread-keys.ts'
import { cancelSendAtom, type DraftSend } from './draft-send.ts'
import { currentDraftAtom, finishSendAtom, shownSendAtom, startSendAtom } from './drafts.ts'

const sendOf = (text: string, isTaken: boolean): DraftSend => ({
  conversation: null,
  key: UNPLACED,
  text,
  isTaken,
  files: [],
})

test.each([
  [true, ''],
  [false, 'First\n\nSecond'],
])(
  'a text that a cancelled send returned is sent with the text behind it; taken: %s',
  (isTaken, inField) => {
    const store = createStore()
    store.set(currentDraftAtom, 'First')
    store.set(startSendAtom, sendOf('First', true))
    store.set(currentDraftAtom, 'Second')
    expect(store.get(currentDraftAtom)).toBe('Second')
    store.set(cancelSendAtom)
    expect(store.get(currentDraftAtom)).toBe('First\n\nSecond')

    const send = sendOf('First\n\nSecond', isTaken)
    store.set(startSendAtom, send)

    expect(store.get(shownSendAtom)).toBe(send)
    expect(store.get(currentDraftAtom)).toBe(inField)
    store.set(finishSendAtom, send)
    expect(store.get(currentDraftAtom)).toBe('')
  },
)
