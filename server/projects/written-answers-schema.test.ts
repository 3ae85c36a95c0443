import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  WRITTEN_ANSWERS_MAX,
  WRITTEN_LINKS_MAX,
  WRITTEN_LINK_TITLE_MAX_CHARACTERS,
  WRITTEN_NAME_MAX_CHARACTERS,
  WRITTEN_QUESTIONS_MAX,
  WRITTEN_QUESTION_MAX_CHARACTERS,
  WRITTEN_TEXT_MAX_CHARACTERS,
  writtenAnswers,
} from './written-answers-schema.ts'

const LINK = { title: 'Returns', url: 'https://shop.example/returns' }
const answer = (fields: object = {}) => ({
  name: 'Returns',
  questions: ['May I send shoes back?'],
  text: 'Yes, within 30 days.',
  ...fields,
})
const isAllowed = (fields: object) => v.safeParse(writtenAnswers, [answer(fields)]).success
const messageOf = (entries: unknown) => v.safeParse(writtenAnswers, entries).issues?.[0].message

test.each<[string, number, (length: number) => object]>([
  ['name', WRITTEN_NAME_MAX_CHARACTERS, (length) => ({ name: 'n'.repeat(length) })],
  [
    'questions',
    WRITTEN_QUESTIONS_MAX,
    (length) => ({ questions: Array<string>(length).fill('Why?') }),
  ],
  ['question', WRITTEN_QUESTION_MAX_CHARACTERS, (length) => ({ questions: ['q'.repeat(length)] })],
  ['text', WRITTEN_TEXT_MAX_CHARACTERS, (length) => ({ text: 't'.repeat(length) })],
  ['links', WRITTEN_LINKS_MAX, (length) => ({ links: Array.from({ length }, () => LINK) })],
  [
    'title of a link',
    WRITTEN_LINK_TITLE_MAX_CHARACTERS,
    (length) => ({ links: [{ ...LINK, title: 't'.repeat(length) }] }),
  ],
])('%s: %d are allowed, one more is not', (_name, max, build) => {
  expect(isAllowed(build(max))).toBe(true)
  expect(isAllowed(build(max + 1))).toBe(false)
})

test('a project has so many written answers, and no more', () => {
  const list = (length: number) =>
    Array.from({ length }, (_, index) => answer({ name: `Answer ${index}` }))
  expect(messageOf(list(WRITTEN_ANSWERS_MAX))).toBeUndefined()
  expect(messageOf(list(WRITTEN_ANSWERS_MAX + 1))).toBe('expected at most 500 entries')
})

test.each<[object, boolean]>([
  [{ from: '2026-11-01', until: '2026-11-01' }, true],
  [{ from: '2026-11-02', until: '2026-11-01' }, false],
  [{ from: '2026-02-30' }, false],
  [{ until: 'tomorrow' }, false],
  [{ language: 'pt-BR' }, true],
  [{ language: 'Portuguese!' }, false],
  [{ questions: [] }, false],
  [{ text: '  ' }, false],
  [{ links: [{ title: 'x', url: 'javascript:alert(1)' }] }, false],
  [{ answer: 'misspelt' }, false],
])('an answer with %j: %s', (fields, expected) => {
  expect(isAllowed(fields)).toBe(expected)
})

test('two answers of one name are refused', () => {
  expect(messageOf([answer(), answer({ name: ' Returns ' })])).toMatch(/same name/)
})
