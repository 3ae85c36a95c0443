import { expect, test } from 'vitest'
import { CASES_MAX } from '../../shared/desk/cases.ts'
import { readCaseFile, writeCaseFile } from './case-file.ts'

const line = (name: string, more: object = {}) =>
  JSON.stringify({ name, turns: [{ role: 'user', text: 'Hello?' }], ...more })

test('a written file is read again as it was', () => {
  const read = readCaseFile(`${line('One')}\n\r\n${line('Two', { expects: { facts: ['30'] } })}\n`)
  expect(read).toMatchObject({ type: 'read', cases: [{ name: 'One' }, { name: 'Two' }] })
  const cases = read.type === 'read' ? read.cases : []
  expect(readCaseFile(writeCaseFile(cases))).toEqual(read)
})

test('each wrong line is named with its number', () => {
  const text = [
    line('One'),
    'no json',
    line('One'),
    line('Two', { expects: { fact: [] } }),
    '{"name":"Three"}',
    line('Four', { assistant: '' }),
  ]
  expect(readCaseFile(text.join('\n'))).toMatchObject({
    type: 'wrong',
    problems: [
      { line: 2, message: 'It is no JSON.' },
      { line: 3, message: 'An earlier line has the same name.' },
      { line: 4, message: 'There is no field expects.fact.' },
      { line: 5, message: 'turns is missing.' },
      { line: 6, message: 'assistant: expected 1 to 255 characters' },
    ],
  })
})

test('a file has so many cases, and no more', () => {
  const file = (length: number) =>
    Array.from({ length }, (_, index) => line(`Case ${index}`)).join('\n')
  expect(readCaseFile(file(CASES_MAX)).type).toBe('read')
  expect(readCaseFile(file(CASES_MAX + 1))).toMatchObject({
    type: 'wrong',
    problems: [{ line: CASES_MAX + 1 }],
  })
})
