import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { showFakeThread } from '../../conversation/atoms/shown-thread.test-support.ts'
import {
  EDITS_KEPT_MAX,
  forgetEditsAtom,
  keepEditAtom,
  keptEditOf,
  keptEditsAtom,
} from './kept-edits.ts'

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

test('a continued edit is not older than the last one', () => {
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

test('stores an edit under the name that outlives the page, and finds one stored under the earlier name', () => {
  const store = createStore()
  const rows = new Map<string, string>()
  showFakeThread(store, { rowOf: (id) => rows.get(id) })
  store.set(keepEditAtom, 'abc1234', { text: 'early' })
  rows.set('abc1234', 'msg_1')
  expect(keptEditOf(store.get, 'abc1234')).toEqual({ text: 'early' })

  store.set(keepEditAtom, 'abc1234', { text: 'late' })
  expect([...store.get(keptEditsAtom)]).toEqual([['msg_1', { text: 'late' }]])

  store.set(keepEditAtom, 'abc1234', null)
  expect(keptEditOf(store.get, 'abc1234')).toBeUndefined()
})
