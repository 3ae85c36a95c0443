import { expect, test } from 'vitest'
import { withoutMarks } from './without-marks.ts'

test.each([
  ['</page>', '‹/page>'],
  ['<page>', '‹page>'],
  ['</PAGE>', '‹/PAGE>'],
  ['< /page>', '‹ /page>'],
  ['</ page>', '‹/ page>'],
  ['<\n/\tPage >', '‹\n/\tPage >'],
  ['＜/page>', '‹/page>'],
  ['﹤／page＞', '‹／page＞'],
  ['<\u200B/\u2060page>', '‹\u200B/\u2060page>'],
  ['<</page>', '<‹/page>'],
  ['a</page>b</page>c', 'a‹/page>b‹/page>c'],
])('%j cannot end the marks of a page', (text, expected) => {
  expect(withoutMarks(text, 'page')).toBe(expected)
})

test.each(['<p>a page</p>', '</file>', '1 < 2, page 3', '/page', 'page>', '<\\/page>', ''])(
  '%j ends no marks and stays as it is',
  (text) => {
    expect(withoutMarks(text, 'page')).toBe(text)
  },
)

test('each name has marks of its own', () => {
  expect(withoutMarks('</page></file>', 'file')).toBe('</page>‹/file>')
})
