import { expect, test } from 'vitest'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createChatWorld } from './chat-world.test-support.ts'
import { NOT_SHARED_MAX, settingsAtom } from './settings.ts'
import {
  contextFieldsAtom,
  setHostContextAtom,
  shareFieldAtom,
  sharedContextAtom,
} from './shared-context.ts'

const DATA = { cart: [{ sku: 4711 }], user: { plan: 'pro' } }

test('the page’s context is sent, without the fields that the person switched off', () => {
  const { store } = createChatWorld()
  expect(store.get(sharedContextAtom)).toBeUndefined()

  store.set(setHostContextAtom, { data: DATA })
  expect(store.get(sharedContextAtom)).toEqual(DATA)

  store.set(shareFieldAtom, 'user', false)
  expect(store.get(sharedContextAtom)).toEqual({ cart: DATA.cart })
  expect(store.get(contextFieldsAtom)).toEqual([
    { name: 'cart', value: DATA.cart, isShared: true },
    { name: 'user', value: DATA.user, isShared: false },
  ])

  store.set(shareFieldAtom, 'cart', false)
  expect(store.get(sharedContextAtom)).toBeUndefined()
  store.set(shareFieldAtom, 'user', true)
  expect(store.get(sharedContextAtom)).toEqual({ user: DATA.user })
})

test('a field that is switched off stays off, also with another value and on the next page', () => {
  const storage = createFakeStorage()
  const { store } = createChatWorld({ storage })
  store.set(setHostContextAtom, { data: DATA })
  store.set(shareFieldAtom, 'user', false)
  store.set(setHostContextAtom, {})
  store.set(setHostContextAtom, { data: { user: 'Ada' } })
  expect(store.get(sharedContextAtom)).toBeUndefined()

  const next = createChatWorld({ storage }).store
  next.set(setHostContextAtom, { data: DATA })
  expect(next.get(sharedContextAtom)).toEqual({ cart: DATA.cart })
})

test('the oldest field that was switched off is forgotten beyond the limit', () => {
  const { store } = createChatWorld()
  const names = Array.from({ length: NOT_SHARED_MAX }, (_, index) => `field ${index}`)
  for (const name of names) store.set(shareFieldAtom, name, false)
  expect(store.get(settingsAtom).notShared).toEqual(names)

  store.set(shareFieldAtom, 'one more', false)
  expect(store.get(settingsAtom).notShared).toEqual([...names.slice(1), 'one more'])
})
