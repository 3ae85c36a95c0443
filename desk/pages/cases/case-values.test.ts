import { expect, test } from 'vitest'
import * as v from 'valibot'
import { caseBody } from '../../../shared/desk/cases.ts'
import { problemsOf, readTypedCase, typeCase } from './case-values.ts'
import type { TypedCase } from './case-values.ts'

const FULL = v.parse(caseBody, {
  name: 'Cancel',
  assistant: 'support',
  turns: [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'How can I help?' },
    { role: 'user', text: 'Cancel order 7' },
  ],
  page: { order: 7 },
  person: { isNamed: true, language: 'de' },
  toolResults: { cancel_order: { ok: true }, mail: 'sent' },
  expects: { facts: ['30 days'], tools: ['cancel_order'], maxCharacters: 200, unanswered: false },
})

const problemsIn = (typed: TypedCase) => {
  const read = readTypedCase(typed)
  return read.type === 'wrong' ? read.problems : []
}

test('a case comes out of its form as it went in', () => {
  expect(readTypedCase(typeCase(FULL))).toEqual({ type: 'case', body: FULL })
  const small = v.parse(caseBody, { name: 'Hours', turns: [{ role: 'user', text: 'When?' }] })
  expect(readTypedCase(typeCase(small))).toEqual({ type: 'case', body: small })
})

test('a new case needs a name and a question', () => {
  expect(problemsIn(typeCase())).toEqual([
    { path: ['name'], words: { key: 'cases.nameNeeded' } },
    { path: ['turns', '0', 'text'], words: { key: 'cases.textNeeded' } },
  ])
})

test('each wrong value has its own sentence at its own place', () => {
  const typed = typeCase(FULL)
  const problems = problemsIn({
    values: { ...typed.values, turns: [{ role: 'assistant', text: 'Hi' }] },
    page: '{ order',
    results: [
      { name: '', json: '1' },
      { name: 'mail', json: '"sent"' },
      { name: 'mail', json: 'sent' },
    ],
  })
  expect(problems.map(({ path, words }) => [path.join('.'), Object.values(words)[0]])).toEqual([
    ['page', 'cases.noJson'],
    ['toolResults.0.name', 'cases.toolNeeded'],
    ['toolResults.2.name', 'cases.toolTwice'],
    ['toolResults.2.json', 'cases.noJson'],
    ['turns', 'expected a first turn of the person'],
  ])
  expect(problemsOf(problems, ['toolResults', '2'])).toHaveLength(2)
  expect(problemsOf(problems, ['name'])).toEqual([])
  expect(problemsIn({ ...typed, page: '[1]' })).toEqual([
    { path: ['page'], words: { key: 'cases.noJsonObject' } },
  ])
  const expects = { language: 'German', maxCharacters: 'many' }
  expect(problemsIn({ ...typed, values: { ...typed.values, expects } })).toMatchObject([
    { path: ['expects', 'language'] },
    { path: ['expects', 'maxCharacters'] },
  ])
})
