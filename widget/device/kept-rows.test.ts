import { expect, test } from 'vitest'
import { createMemoryRows } from './device-rows.ts'
import { keepRows } from './kept-rows.ts'

const SCOPE = { base: 'https://chat.example', owner: 'ada' }
const readCount = (value: unknown) => (typeof value === 'number' ? value : undefined)

function createWorld() {
  const rows = createMemoryRows()
  const leaving = new AbortController()
  const counts = keepRows({ rows, scope: SCOPE, ending: leaving.signal }, 'unread', readCount)
  return { rows, leaving, counts }
}

test('gives what was put, by its id, and leaves out what it cannot read', async () => {
  const { rows, counts } = createWorld()
  await counts.put('a', 1)
  await counts.put('b', 2)
  await rows.put('unread', SCOPE, { id: 'other', value: 'of another version' })
  expect(await counts.all()).toEqual(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  )

  await counts.remove(['a', 'other'])
  expect(await counts.all()).toEqual(new Map([['b', 2]]))
  expect(await rows.list('unread', SCOPE)).toHaveLength(1)
})

test('rows of a former person read as empty and ignore writes, also for earlier calls', async () => {
  const { rows, leaving, counts } = createWorld()
  await counts.put('a', 1)
  const late = counts.all()
  leaving.abort()

  expect(await late).toEqual(new Map())
  expect(await counts.all()).toEqual(new Map())
  await counts.put('b', 2)
  await counts.remove(['a'])
  expect(await rows.list('unread', SCOPE)).toEqual([{ id: 'a', value: 1 }])
})
