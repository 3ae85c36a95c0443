import { expect, test } from 'vitest'
import { createLocalThreadId, createMessageId, createRowId, LOCAL_THREAD_PREFIX } from './ids.ts'

test('makes message ids of seven letters and digits', () => {
  const ids = new Set(Array.from({ length: 1_000 }, createMessageId))

  expect(ids.size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{7}$/)
})

test('marks a local thread id and a row id by their prefix', () => {
  expect(createLocalThreadId()).toMatch(new RegExp(`^${LOCAL_THREAD_PREFIX}[0-9A-Za-z]{7}$`))
  expect(createRowId('msg')).toMatch(/^msg_[0-9A-Za-z]{24}$/)
})
