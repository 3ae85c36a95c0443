import { expect, test } from 'vitest'
import { describeListChange } from './scroll-keeper.tsx'

const opened = { type: 'opened' }
const none = { type: 'none' }

test.each([
  ['the stored messages arrive', [], ['a', 'b'], false, opened],
  [
    'the first message of a new thread is sent',
    [],
    ['a', 'b'],
    true,
    { type: 'appended', ids: ['a', 'b'] },
  ],
  [
    'a turn is added',
    ['a', 'b'],
    ['a', 'b', 'c', 'd'],
    true,
    { type: 'appended', ids: ['c', 'd'] },
  ],
  ['older messages come on top', ['c', 'd'], ['a', 'b', 'c', 'd'], true, none],
  ['the last message is removed', ['a', 'b'], ['a'], true, none],
  [
    'an answer is replaced by another one',
    ['a', 'b'],
    ['a', 'c'],
    true,
    { type: 'appended', ids: ['c'] },
  ],
  ['another thread is shown', ['a', 'b'], ['c', 'd'], true, opened],
  ['a new thread is started', ['a', 'b'], [], true, opened],
])('when %s', (_, before, after, wasReady, change) => {
  expect(describeListChange(before, after, wasReady)).toEqual(change)
})

test('says nothing about a list that is the same', () => {
  const ids = ['a']
  expect(describeListChange(ids, ids, true)).toEqual(none)
})
