import { expect, test } from 'vitest'
import {
  createLocalThreadId,
  createMessageId,
  createRowId,
  isRowId,
  LOCAL_THREAD_PREFIX,
} from './ids.ts'

test('makes message ids of seven letters and digits (9.5)', () => {
  const ids = new Set(Array.from({ length: 1_000 }, createMessageId))

  expect(ids.size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{7}$/)
})

test('marks a local thread id and a row id by their prefix (4.5)', () => {
  expect(createLocalThreadId()).toMatch(new RegExp(`^${LOCAL_THREAD_PREFIX}[0-9A-Za-z]{7}$`))
  expect(createRowId('msg')).toMatch(/^msg_[0-9A-Za-z]{24}$/)
})

test('knows the form of a row id', () => {
  const id = createRowId('thread')

  expect(isRowId('thread', id)).toBe(true)
  expect(isRowId('msg', id)).toBe(false)
  for (const other of [`${id}0`, id.slice(0, -1), `x${id}`, createLocalThreadId(), 'thread_']) {
    expect(isRowId('thread', other)).toBe(false)
  }
})
