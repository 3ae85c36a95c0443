import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { keepListHabits } from '../thread-list/atoms/list-habits.ts'
import { createChatWorld } from './chat-world.test-support.ts'
import {
  hasListRoomAtom,
  isListBesideAtom,
  isPanelWideAtom,
  listPlaceAtom,
  takeListFocusAtom,
  toggleListAtom,
  uncoverAtom,
  widenPanelAtom,
} from './panel.ts'

test('without room it covers the conversation, with room it stands beside it', () => {
  const store = createStore()
  const place = () => store.get(listPlaceAtom)
  expect(place()).toBe('none')
  store.set(toggleListAtom)
  expect(place()).toBe('cover')
  // With more space, a covering list would leave a hole.
  store.set(hasListRoomAtom, true)
  expect(place()).toBe('none')
  store.set(toggleListAtom)
  expect(place()).toBe('side')
  store.set(uncoverAtom)
  expect(place()).toBe('side')
  store.set(hasListRoomAtom, false)
  expect(place()).toBe('none')
})

test('whoever opens it gets the focus inside, once', () => {
  const store = createStore()
  expect(store.set(takeListFocusAtom)).toBe(false)
  store.set(toggleListAtom)
  expect(store.set(takeListFocusAtom)).toBe(true)
  expect(store.set(takeListFocusAtom)).toBe(false)
  store.set(toggleListAtom)
  expect(store.set(takeListFocusAtom)).toBe(false)
})

test('a wide panel has the list beside the conversation, a narrow one has not', () => {
  const store = createStore()
  store.set(widenPanelAtom, true)
  expect([store.get(isPanelWideAtom), store.get(isListBesideAtom)]).toEqual([true, true])
  store.set(widenPanelAtom, false)
  expect([store.get(isPanelWideAtom), store.get(isListBesideAtom)]).toEqual([false, false])
})

test('how the person likes it is the same after a reload', () => {
  const storage = createFakeStorage()
  const before = createChatWorld({ storage })
  const stop = keepListHabits(before.store)
  before.store.set(widenPanelAtom, true)
  stop()
  before.store.set(widenPanelAtom, false)

  const { store } = createChatWorld({ storage })
  keepListHabits(store)
  expect([store.get(isPanelWideAtom), store.get(isListBesideAtom)]).toEqual([true, true])
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['something else', '{"a":1}'],
  ['other values', '["yes",1]'],
])('%s on the device is no habit', (_, kept) => {
  const { store } = createChatWorld({
    storage: { ...createFakeStorage(), getItem: () => kept },
  })
  keepListHabits(store)
  expect([store.get(isPanelWideAtom), store.get(isListBesideAtom)]).toEqual([false, false])
})

test('where the browser keeps nothing, it holds as long as the frame', () => {
  const refuse = () => {
    throw new DOMException('No', 'SecurityError')
  }
  const { store } = createChatWorld({
    storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
  })
  keepListHabits(store)
  store.set(widenPanelAtom, true)
  expect(store.get(isListBesideAtom)).toBe(true)
})
