import { expect, test } from 'vitest'
import { en } from '../../i18n/en.ts'
import { createTranslate } from '../../i18n/create-translate.ts'
import type { MessagePart } from '../../../shared/thread/message.ts'
import { citedPassages, copyCited, showNumbers } from './cited-copy.ts'

const t = createTranslate('en', en)
const cite = (number: number, title: string): MessagePart => ({
  type: 'source',
  sourceType: 'url',
  id: `${number}`,
  url: `https://a.example/${number}`,
  title,
  passage: { number, headings: [], text: 'Words' },
})
const PARTS = [cite(7, 'Seven'), cite(3, '<b>Three</b>')]

test.each([
  ['A[7], b[3][7].', 'A[1], b[2][1].'],
  ['A[9].', 'A.'],
  ['`rows[7]` and ``a`[7]``', '`rows[7]` and ``a`[7]``'],
  ['```\nrows[7]\n```\n[7]', '```\nrows[7]\n```\n[1]'],
  ['[7]\n```\nrows[7]', '[1]\n```\nrows[7]'],
  ['~~[7]~~', '~~[1]~~'],
])('%j reads %j', (text, shown) => {
  expect(showNumbers(text, citedPassages(PARTS))).toBe(shown)
})

test('an answer without passages is copied as it is', () => {
  const body = document.createElement('div')
  body.textContent = 'A[7].'
  const source: MessagePart = {
    type: 'source',
    sourceType: 'url',
    id: 's',
    url: 'https://a.example',
  }
  expect(copyCited({ text: 'A[7].', body }, [source], t)).toEqual({ text: 'A[7].', html: 'A[7].' })
})

test('the documents follow the text, and titles cannot become markup', () => {
  const body = document.createElement('div')
  const { text, html } = copyCited({ text: 'A[7][3].', body }, PARTS, t)
  expect(text).toBe(
    'A[1][2].\n\n[1] Seven: https://a.example/7\n[2] <b>Three</b>: https://a.example/3',
  )
  expect(html).toBe(
    '<ol><li><a href="https://a.example/7">Seven</a></li><li><a href="https://a.example/3">&lt;b&gt;Three&lt;/b&gt;</a></li></ol>',
  )
})
