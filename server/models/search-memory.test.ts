import { expect, test } from 'vitest'
import { createAssistantMessage } from '../../shared/thread/message.ts'
import { encodeUses, isUnanswered, readUses, type KnowledgeUse } from './search-memory.ts'
import { applyAnswerChunk, parseHiddenChunk } from './step-memory.ts'

const search = (isAboveFloor: boolean): KnowledgeUse => ({
  type: 'search',
  query: 'lantern',
  found: [{ pieceId: '1', documentId: 'd', sourceId: 's', score: 0.4, isAboveFloor }],
})
const gaveUp: KnowledgeUse = { type: 'no-answer', lookedFor: 'a lantern' }

test.each([
  [[], false],
  [[search(true)], false],
  [[search(false)], true],
  [[search(false), search(true)], false],
  [[search(true), gaveUp], true],
  [[gaveUp], true],
])('an answer with %j is unanswered: %s', (uses, expected) => {
  expect(isUnanswered(uses)).toBe(expected)
})

test('a use survives its checkpoint, and is stored with what was cited', () => {
  const chunk = { type: 'knowledge-use' as const, use: search(true) }
  const stored = parseHiddenChunk(JSON.parse(JSON.stringify(chunk)))
  expect(stored).toEqual(chunk)
  const answer = applyAnswerChunk(createAssistantMessage('a', ''), stored!)
  const passage = { number: 3, headings: [], text: 'A lantern.' }
  const source = { type: 'source', sourceType: 'url', id: 'p', url: 'https://a.example' } as const
  const encoded = encodeUses({ ...answer, content: [{ ...source, passage }, source] })
  expect(encoded?.isUnanswered).toBe(false)
  expect(readUses(encoded?.data)).toEqual({ uses: [search(true)], cited: [3] })
})

test('an answer without uses has no row, and a damaged row none', () => {
  expect(encodeUses(createAssistantMessage('a', ''))).toBeUndefined()
  expect(readUses('{"uses":[{}]}')).toBeUndefined()
  expect(readUses(undefined)).toBeUndefined()
  expect(parseHiddenChunk({ type: 'knowledge-use', use: {} })).toBeUndefined()
})
