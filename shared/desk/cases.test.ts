import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  CASE_EXPECTATIONS_MAX,
  CASE_NAME_MAX_CHARACTERS,
  CASE_TOOLS_MAX,
  CASE_TOOL_RESULT_MAX_BYTES,
  CASE_TURNS_MAX,
  caseBody,
} from './cases.ts'

const isCase = (fields: object) =>
  v.safeParse(caseBody, {
    name: 'Returns',
    turns: [{ role: 'user', text: 'May I send shoes back?' }],
    ...fields,
  }).success

const user = { role: 'user', text: 'Hello?' }
const assistant = { role: 'assistant', text: 'Hello.' }

test('a case has a name and one question; the rest has defaults', () => {
  expect(v.parse(caseBody, { name: ' Returns ', turns: [user] })).toEqual({
    name: 'Returns',
    assistant: 'default',
    turns: [user],
    page: null,
    person: { isNamed: false },
    toolResults: {},
    expects: { facts: [], forbidden: [], sources: [], tools: [] },
  })
})

test.each([
  ['a second question without an answer between', [user, user], true],
  ['an answer between two questions', [user, assistant, user], true],
  ['no turn', [], false],
  ['an answer at the beginning', [assistant, user], false],
  ['an answer at the end', [user, assistant], false],
  ['two answers in a row', [user, assistant, assistant, user], false],
])('turns with %s: %s %s', (_name, turns, isAllowed) => {
  expect(isCase({ turns })).toBe(isAllowed)
})

test.each<[string, (length: number) => object, number]>([
  ['name', (length) => ({ name: 'n'.repeat(length) }), CASE_NAME_MAX_CHARACTERS],
  ['turns', (length) => ({ turns: Array.from({ length }, () => user) }), CASE_TURNS_MAX],
  ['facts', (length) => ({ expects: { facts: Array(length).fill('30') } }), CASE_EXPECTATIONS_MAX],
  [
    'tools with results',
    (length) => ({
      toolResults: Object.fromEntries(Array.from({ length }, (_, at) => [`tool${at}`, 'done'])),
    }),
    CASE_TOOLS_MAX,
  ],
  [
    'bytes of a result',
    (length) => ({ toolResults: { pay: 'é'.repeat(length / 2 - 1) } }),
    CASE_TOOL_RESULT_MAX_BYTES,
  ],
])('%s: the limit is allowed, more is refused', (_name, build, max) => {
  expect(isCase(build(max))).toBe(true)
  expect(isCase(build(max + 2))).toBe(false)
})

test('one more than the limit of a list or a text is refused', () => {
  expect(isCase({ name: 'n'.repeat(CASE_NAME_MAX_CHARACTERS + 1) })).toBe(false)
  expect(isCase({ turns: Array.from({ length: CASE_TURNS_MAX + 1 }, () => user) })).toBe(false)
})

test('an unknown field is refused, so that a misspelt expectation is not lost', () => {
  expect(isCase({ expects: { fact: ['30 days'] } })).toBe(false)
})
