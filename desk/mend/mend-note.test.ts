import { expect, test } from 'vitest'
import { stageOf } from './mend-note.ts'

test.each([
  ['before the draft begins', false, false, 3, 'under-way'],
  ['while there is a draft', true, true, 3, 'under-way'],
  ['while the draft stays beside an undo', true, true, 4, 'under-way'],
  ['after an undo without a draft', false, false, 4, 'under-way'],
  ['after the publish', true, false, 4, 'published'],
  ['after the draft was thrown away', true, false, 3, 'gone'],
] as const)('a fix %s', (_, hadDraft, hasDraft, live, stage) => {
  expect(stageOf({ since: 3, hadDraft }, { hasDraft, live })).toBe(stage)
})

test('the first publish of a project ends a fix', () => {
  expect(stageOf({ since: null, hadDraft: true }, { hasDraft: false, live: 1 })).toBe('published')
})
