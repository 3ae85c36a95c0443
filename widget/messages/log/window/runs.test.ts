import { expect, test } from 'vitest'
import { createRunReuse, FOLDED_TOGETHER_MAX, isInside, splitRuns } from './runs.ts'

const ids = Array.from({ length: 230 }, (_, index) => `m${index}`)
const drawn = isInside([{ start: 120, end: 130 }])

const shape = (runs: ReturnType<typeof splitRuns>) =>
  runs.map((run) => (run.type === 'folded' ? run.ids.length : run.id))

test('folds all other messages, at most fifty together, and loses none', () => {
  const runs = splitRuns(ids, drawn, 0)

  expect(shape(runs)).toEqual([50, 50, 20, ...ids.slice(120, 130), 20, 50, 30])
  expect(runs.flatMap((run) => (run.type === 'folded' ? run.ids : run.id))).toEqual(ids)
  expect(FOLDED_TOGETHER_MAX).toBe(50)
})

test('older messages in front leave the cuts where they were', () => {
  const older = Array.from({ length: 33 }, (_, index) => `o${index}`)
  const before = splitRuns(ids, drawn, 0)
  const after = splitRuns([...older, ...ids], isInside([{ start: 153, end: 163 }]), 33)
  const keys = (runs: typeof before) =>
    runs.flatMap((run) => (run.type === 'folded' ? `${run.key} ${run.ids[0]}` : []))

  expect(keys(after).slice(1)).toEqual(keys(before))
  expect(after[0]).toMatchObject({ ids: older })
})

test('a block that holds the same messages stays the same object', () => {
  const reuse = createRunReuse()
  const before = reuse(splitRuns(ids, drawn, 0))
  const after = reuse(splitRuns(ids, isInside([{ start: 119, end: 130 }]), 0))

  expect(after[0]).toBe(before[0])
  expect(after[2]).not.toBe(before[2])
  expect(after.at(-1)).toBe(before.at(-1))
})

test('another branch behind the same key is another object', () => {
  const reuse = createRunReuse()
  reuse(splitRuns(ids, drawn, 0))
  const other = ids.with(10, 'branch')
  const [first] = reuse(splitRuns(other, drawn, 0))

  expect(first).toMatchObject({ ids: other.slice(0, 50) })
})
