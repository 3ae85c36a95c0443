import { expect, test } from 'vitest'
import { stageOf } from './mend-note.ts'

const published = (number: number) => ({ number, undoOf: null })
const undo = (number: number) => ({ number, undoOf: 2 })

test.each([
  ['before the draft begins', false, false, published(3), 'under-way'],
  ['while there is a draft', true, true, published(3), 'under-way'],
  ['while the draft stays beside an undo', true, true, undo(4), 'under-way'],
  ['after an undo without a draft', false, false, undo(4), 'under-way'],
  ['after the publish', true, false, published(4), 'published'],
  ['after the publish, with the next draft', true, true, published(4), 'published'],
  ['after the draft was thrown away', true, false, published(3), 'gone'],
  ['after the draft was thrown away beside an undo', true, false, undo(4), 'gone'],
] as const)('a fix %s', (_, hadDraft, hasDraft, live, stage) => {
  expect(stageOf({ since: 3, hadDraft }, { hasDraft, live })).toBe(stage)
})

test('the first publish of a project ends a fix', () => {
  const now = { hasDraft: false, live: published(1) }
  expect(stageOf({ since: null, hadDraft: true }, now)).toBe('published')
})

test.each([
  ['stays published while its version is live', published(4), 'published'],
  ['goes with the next version', published(5), 'gone'],
  ['goes with an undo of its version', undo(5), 'gone'],
] as const)('a published fix %s', (_, live, stage) => {
  const note = { since: 3, hadDraft: true, published: 4 }
  expect(stageOf(note, { hasDraft: true, live })).toBe(stage)
})
