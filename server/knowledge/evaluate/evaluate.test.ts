import { describe, expect, test } from 'vitest'
import type { Passage } from '../passage.ts'
import { evaluate, meetsThreshold } from './evaluate.ts'
import { formatEvaluation } from './format-evaluation.ts'

const HEAD = 'question,language,document,anchor_or_heading,expected_words,kind'
const passage = (address: string, given: Partial<Passage> = {}): Passage => ({
  pieceId: '1',
  documentId: 'd',
  sourceId: 's',
  address,
  url: undefined,
  title: 'Title',
  headings: [],
  anchor: undefined,
  page: undefined,
  pageLabel: undefined,
  language: 'en',
  date: undefined,
  mediaType: 'text/html',
  text: 'Text',
  fullText: 'Text',
  score: 0.5,
  isAboveFloor: true,
  ...given,
})
const ask = (rows: readonly string[], found: readonly Passage[]) =>
  evaluate([HEAD, ...rows].join('\n'), () => Promise.resolve(found))

describe('the right place', () => {
  test.each<[string, string, Passage]>([
    ['its anchor', '"q",en,a.html,#x,words,easy', passage('a.html', { anchor: 'x' })],
    [
      'a heading above it',
      'q,en,a.html,Stóp  it,,easy',
      passage('a.html', { headings: ['STÓP it', 'B'] }),
    ],
    ['all words', 'q,en,a.html,,one|Two,easy', passage('a.html', { text: 'two\u00ad and\n ONE' })],
    ['words of the full form', 'q,en,a.html,,a: 1,easy', passage('a.html', { fullText: 'a: 1' })],
    [
      'the end of an address',
      'q,en,a.html,#x,,easy',
      passage('https://x.example/d/a.html', { anchor: 'x' }),
    ],
  ])('is told by %s', async (_, row, found) => {
    const { questions } = await ask([row], [passage('b.html'), found])
    expect(questions[0]?.rank).toBe(2)
  })

  test.each<[string, string, Passage]>([
    ['another document', 'q,en,a.html,#x,,easy', passage('b.html', { anchor: 'x' })],
    [
      'a document whose name ends alike',
      'q,en,a.html,#x,,easy',
      passage('aa.html', { anchor: 'x' }),
    ],
    ['one of two words', 'q,en,a.html,,one|two,easy', passage('a.html', { text: 'one' })],
    ['no words to expect', 'q,en,a.html,#y,,easy', passage('a.html', { anchor: 'x' })],
  ])('is not told by %s', async (_, row, found) => {
    const { questions } = await ask([row], [found])
    expect(questions[0]?.rank).toBeNull()
  })
})

describe('figures', () => {
  const rows = [
    'q1,en,a.html,#x,,easy',
    'q2,de,b.html,#x,,easy',
    'q3,en,c.html,#x,,reworded',
    'q4,en,,,,unanswerable',
  ]
  const found = [passage('a.html', { anchor: 'x' }), passage('b.html', { anchor: 'x' })]

  test('recall, mean rank and unanswered by kind and language', async () => {
    const evaluation = await ask(rows, found)
    expect(evaluation.all).toEqual({
      questions: 3,
      at1: 0.333,
      at5: 0.667,
      meanRank: 1.5,
      unanswered: 0,
    })
    expect(evaluation.withoutReworded).toMatchObject({ questions: 2, at1: 0.5, at5: 1 })
    expect(evaluation.byKind['reworded']).toMatchObject({ at5: 0, meanRank: null })
    expect(evaluation.byLanguage['de']).toMatchObject({ questions: 1, at1: 0 })
    expect(evaluation.unanswerable).toEqual({ questions: 1, unanswered: 0 })
    expect(formatEvaluation(evaluation)).toMatch(/^without reworded +2 +0\.500 +1\.000 +1\.50 +0$/m)
  })

  test('a question with nothing above the floor is unanswered', async () => {
    const low = found.map((each) => ({ ...each, isAboveFloor: false }))
    const { all, unanswerable } = await ask(rows, low)
    expect([all.unanswered, unanswerable.unanswered]).toEqual([3, 1])
  })

  test('a threshold is met from its value on', async () => {
    const evaluation = await ask(rows, found)
    expect(meetsThreshold(evaluation, { at1: 0.333, at5: 0.667 })).toBe(true)
    expect(meetsThreshold(evaluation, { at1: 0.334 })).toBe(false)
    expect(meetsThreshold(evaluation, { at5: 0.668 })).toBe(false)
  })
})

test.each([
  ['without a column', 'question,kind\nq,easy', 'no column "language"'],
  ['without questions', HEAD, 'no question'],
  ['with an empty question', `${HEAD}\n ,en,a,b,c,easy`, 'Question 1 is empty'],
  ['with too many cells', `${HEAD}\nq,en,a,b,c,easy,more`, 'Question 1'],
])('a file %s is refused with a sentence', async (_, csv, sentence) => {
  const evaluated = evaluate(csv, () => Promise.resolve([]))
  await expect(evaluated).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(evaluated).rejects.toThrow(sentence)
})
