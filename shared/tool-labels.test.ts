import { expect, test } from 'vitest'
import {
  readToolLabels,
  TOOL_FIELDS_MAX,
  TOOL_SENTENCE_MAX_CHARACTERS,
  TOOL_TITLE_MAX_CHARACTERS,
} from './tool-labels.ts'

const of = (length: number) => 'x'.repeat(length)
const fields = (count: number, length = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index, of(length)]))

test('all that is right is read', () => {
  const labels = {
    title: of(TOOL_TITLE_MAX_CHARACTERS),
    running: of(TOOL_SENTENCE_MAX_CHARACTERS),
    done: of(TOOL_SENTENCE_MAX_CHARACTERS),
    fields: fields(TOOL_FIELDS_MAX, TOOL_TITLE_MAX_CHARACTERS),
    hidden: Array.from({ length: TOOL_FIELDS_MAX }, String),
  }

  expect(readToolLabels(labels)).toEqual({ labels, problems: [] })
  expect(readToolLabels(undefined)).toEqual({ labels: {}, problems: [] })
  expect(readToolLabels({ title: undefined })).toEqual({ labels: {}, problems: [] })
})

test.each<[string, unknown]>([
  ['title', of(TOOL_TITLE_MAX_CHARACTERS + 1)],
  ['title', ' '],
  ['title', 7],
  ['running', of(TOOL_SENTENCE_MAX_CHARACTERS + 1)],
  ['done', of(TOOL_SENTENCE_MAX_CHARACTERS + 1)],
  ['fields', fields(TOOL_FIELDS_MAX + 1)],
  ['fields', fields(1, TOOL_TITLE_MAX_CHARACTERS + 1)],
  ['fields', ['a']],
  ['hidden', Array.from({ length: TOOL_FIELDS_MAX + 1 }, String)],
  ['hidden', [7]],
  ['titel', 'Look up'],
  ['toString', 'x'],
])('labels.%s = %j is left out and told, the rest stands', (name, value) => {
  const rest = name === 'hidden' ? { title: 'Fine' } : { hidden: ['a'] }

  const { labels, problems } = readToolLabels({ ...rest, [name]: value })

  expect(labels).toEqual(rest)
  expect(problems).toEqual([expect.stringContaining(`labels.${name}: expected `)])
})

test.each([null, 'Look up', ['a']])('%j is not an object of labels', (given) => {
  expect(readToolLabels(given)).toEqual({
    labels: {},
    problems: ['labels: expected an object with title, running, done, fields, hidden'],
  })
})
