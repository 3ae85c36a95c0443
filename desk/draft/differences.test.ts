import { expect, test } from 'vitest'
import { differencesOf, joinChanges } from './differences.ts'

test('settings differ key by key, and lists without names as a whole', () => {
  expect(
    differencesOf(
      { look: { name: 'Shop', theme: { radius: 'soft' } }, hosts: ['https://a.example'] },
      { look: { name: 'Store', theme: { radius: 'soft' } }, hosts: [] },
    ),
  ).toEqual([
    { path: ['look', 'name'], before: 'Shop', after: 'Store' },
    { path: ['hosts'], before: ['https://a.example'], after: [] },
  ])
})

test('a new object is told by its values, and an empty one as it is', () => {
  expect(differencesOf({}, { look: { name: 'Shop' }, limits: {} })).toEqual([
    { path: ['look', 'name'], before: undefined, after: 'Shop' },
    { path: ['limits'], before: undefined, after: {} },
  ])
})

test('written answers and sources differ by name', () => {
  const answers = [
    { name: 'Returns', text: 'Within 30 days.' },
    { name: 'Gifts', text: 'Yes.' },
  ]
  expect(
    differencesOf(
      { writtenAnswers: answers, knowledge: [{ url: 'https://a.example/' }] },
      {
        writtenAnswers: [answers[1]!, { ...answers[0]!, text: 'Within 14 days.' }],
        knowledge: [{ url: 'https://a.example/', depth: 1 }],
      },
    ),
  ).toEqual([
    {
      path: ['writtenAnswers', 'Returns', 'text'],
      before: 'Within 30 days.',
      after: 'Within 14 days.',
    },
    { path: ['knowledge', 'url https://a.example/', 'depth'], before: undefined, after: 1 },
  ])
})

test('changes of two persons in different places are joined', () => {
  const base = { look: { name: 'Shop' }, writtenAnswers: [{ name: 'Returns', text: 'No.' }] }
  const mine = { ...base, look: { name: 'Store' } }
  const theirs = {
    ...base,
    writtenAnswers: [...base.writtenAnswers, { name: 'Gifts', text: 'Yes.' }],
  }
  expect(joinChanges(base, mine, theirs)).toEqual({
    joined: { look: { name: 'Store' }, writtenAnswers: theirs.writtenAnswers },
    clashes: [],
  })
})

test('two new written answers are both kept', () => {
  const mine = { writtenAnswers: [{ name: 'Returns', text: 'No.' }] }
  const theirs = { writtenAnswers: [{ name: 'Gifts', text: 'Yes.' }] }
  expect(joinChanges({}, mine, theirs)).toEqual({
    joined: { writtenAnswers: [...theirs.writtenAnswers, ...mine.writtenAnswers] },
    clashes: [],
  })
})

test('one value that both changed is a clash, unless both wrote the same', () => {
  const base = { look: { name: 'Shop', greeting: 'Hi' } }
  const mine = { look: { name: 'Store', greeting: 'Hello' } }
  const theirs = { look: { name: 'Market', greeting: 'Hello' } }
  expect(joinChanges(base, mine, theirs)).toEqual({
    joined: mine,
    clashes: [{ path: ['look', 'name'], mine: 'Store', theirs: 'Market' }],
  })
})

test('a new written answer is one change', () => {
  const answer = { name: 'Gifts', questions: ['Gifts?'], text: 'Yes.' }
  expect(differencesOf({}, { writtenAnswers: [answer] })).toEqual([
    { path: ['writtenAnswers', 'Gifts'], before: undefined, after: answer },
  ])
})
