import { expect, test } from 'vitest'
import type { DeskMessage } from '../../../shared/desk/conversations.ts'
import { choicesFor, choosePath } from './choose-path.ts'

const message = (id: string, parentId: string | null): DeskMessage => ({
  id,
  parentId,
  role: 'user',
  at: '2026-11-29T12:00:00Z',
  parts: [],
  rating: null,
  shared: null,
  facts: null,
  fixes: [],
})

/** Two versions of the first message, and two answers to its second version. */
const MESSAGES = [
  message('a1', null),
  message('b1', 'a1'),
  message('a2', null),
  message('b2', 'a2'),
  message('b3', 'a2'),
  message('c3', 'b3'),
]
const idsOf = (path: ReturnType<typeof choosePath>) => path.map((step) => step.message.id)

test('the newest versions are shown, each with all versions of its place', () => {
  expect(choosePath(MESSAGES, {}).map((step) => [step.message.id, step.versions])).toEqual([
    ['a2', ['a1', 'a2']],
    ['b3', ['b2', 'b3']],
    ['c3', ['c3']],
  ])
})

test('a chosen version brings its own continuation', () => {
  expect(idsOf(choosePath(MESSAGES, { '': 'a1' }))).toEqual(['a1', 'b1'])
  expect(idsOf(choosePath(MESSAGES, { a2: 'b2' }))).toEqual(['a2', 'b2'])
  expect(idsOf(choosePath(MESSAGES, { a2: 'gone' }))).toEqual(['a2', 'b3', 'c3'])
})

test('a link shows the versions on the way to its message', () => {
  expect(choicesFor(MESSAGES, 'b2')).toEqual({ '': 'a2', a2: 'b2' })
  expect(idsOf(choosePath(MESSAGES, choicesFor(MESSAGES, 'b1')))).toEqual(['a1', 'b1'])
  expect(choicesFor(MESSAGES, 'absent')).toEqual({})
})

test('a cut conversation begins with its first message that is there', () => {
  const cut = MESSAGES.slice(3)
  expect(idsOf(choosePath(cut, {}))).toEqual(['b3', 'c3'])
  expect(idsOf(choosePath(cut, choicesFor(cut, 'b2')))).toEqual(['b2'])
})

test('messages in a ring end the path', () => {
  expect(idsOf(choosePath([message('a', null), message('b', 'a'), message('a', 'b')], {}))).toEqual(
    ['a', 'b'],
  )
})
