// @vitest-environment node
import { expect, test } from 'vitest'
import { createMemoryRows } from './memory-rows.ts'

const ADA = { base: 'https://chat.example/p/shop', owner: 'ada' }
const BEN = { ...ADA, owner: 'ben' }
const ELSEWHERE = { base: 'https://chat.example/p/help', owner: 'ada' }

test('gives nobody the rows of somebody else, or of another project', async () => {
  const rows = createMemoryRows()
  for (const scope of [ADA, BEN, ELSEWHERE]) {
    await rows.put('drafts', scope, { id: 'one', value: scope.owner + scope.base })
  }

  expect(await rows.list('drafts', ADA)).toEqual([{ id: 'one', value: ADA.owner + ADA.base }])
  expect(await rows.list('outbox', ADA)).toEqual([])
})

test('clears one person, or everybody else of a project', async () => {
  const rows = createMemoryRows()
  for (const scope of [ADA, BEN, ELSEWHERE])
    await rows.put('outbox', scope, { id: 'one', value: 1 })

  await rows.clearOthers(ADA)
  expect(await rows.list('outbox', ADA)).toHaveLength(1)
  expect(await rows.list('outbox', BEN)).toEqual([])
  expect(await rows.list('outbox', ELSEWHERE)).toHaveLength(1)

  await rows.clear(ADA)
  expect(await rows.list('outbox', ADA)).toEqual([])
  expect(await rows.list('outbox', ELSEWHERE)).toHaveLength(1)
})
