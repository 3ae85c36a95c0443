// @vitest-environment node
import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { EDITS_KEPT_MAX, forgetEditsAtom, keepEditAtom, keptEditsAtom } from './kept-edits.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `msg_${index}`)
const keep = (count: number) => {
  const store = createStore()
  for (const id of ids(count)) store.set(keepEditAtom, id, { text: id })
  return store
}

test('keeps as many edits as the limit, and then lets the oldest go', () => {
  expect([...keep(EDITS_KEPT_MAX).get(keptEditsAtom).keys()]).toEqual(ids(EDITS_KEPT_MAX))

  const store = keep(EDITS_KEPT_MAX + 1)
  expect([...store.get(keptEditsAtom).keys()]).toEqual(ids(EDITS_KEPT_MAX + 1).slice(1))
})

test('an edit that goes on is no older than the last one', () => {
  const store = keep(EDITS_KEPT_MAX)
  store.set(keepEditAtom, 'msg_0', { text: 'again' })
  store.set(keepEditAtom, 'more', { text: 'more' })

  expect(store.get(keptEditsAtom).get('msg_0')).toEqual({ text: 'again' })
  expect(store.get(keptEditsAtom).has('msg_1')).toBe(false)
})

test('forgets one, or all', () => {
  const store = keep(3)
  store.set(keepEditAtom, 'msg_1', null)
  expect([...store.get(keptEditsAtom).keys()]).toEqual(['msg_0', 'msg_2'])
  store.set(forgetEditsAtom)
  expect(store.get(keptEditsAtom).size).toBe(0)
})
