import { expect, test } from 'vitest'
import {
  listDocuments,
  listStems,
  normalise,
  readDocument,
  readPlaces,
  readSetQuestions,
} from './knowledge-set.test-support.ts'
import type { Question } from './read-questions.ts'

const QUESTIONS = readSetQuestions()
const DOCUMENTS = listDocuments()
const ANSWERED = QUESTIONS.filter(({ kind }) => kind !== 'unanswerable')
const MOST_BYTES = 1.5 * 1024 * 1024

const count = (select: (question: Question) => string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(QUESTIONS, select)].map(([key, questions]) => [key, questions.length]),
  )

const readPassage = (question: Question): string =>
  readPlaces(question.document, question.place)[0] ?? ''

/** Whether all expected words stand in a text, which is normalised. */
const holds = (text: string, words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => text.includes(normalise(word)))

const withoutYear = (path: string): string => path.replace(/-20\d\d(?=\.)/u, '')

/** The date of a page, in milliseconds. */
const readDay = (path: string): number =>
  Date.parse(/content="(\d{4}-\d\d-\d\d)"/u.exec(readDocument(path))?.[1] ?? '')

/** The language that a page names itself; the project's own pages are English and name none. */
function readLanguage(path: string): string | undefined {
  if (path.startsWith('alcove/')) return 'en'
  return /<html lang="(\w+)"|^lang: (\w+)$/mu.exec(readDocument(path))?.slice(1).find(Boolean)
}

test('the set has 200 questions about 300 documents, as its README counts them', () => {
  expect(DOCUMENTS).toHaveLength(300)
  expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(200)
  expect(count(({ language }) => language)).toEqual({ en: 59, de: 36, ar: 34, ko: 36, ja: 35 })
  expect(count(({ kind }) => kind)).toEqual({
    easy: 41,
    reworded: 50,
    unanswerable: 30,
    version: 21,
    number: 14,
    typo: 11,
    'product-code': 11,
    compound: 7,
    identifier: 6,
    plural: 5,
    'error-code': 4,
  })
})

test('the documents are small, and no two have one name', () => {
  const bytes = DOCUMENTS.map((path) => Buffer.byteLength(readDocument(path)))
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES)
  expect(new Set(DOCUMENTS.map((path) => path.replace(/^.*\//u, ''))).size).toBe(DOCUMENTS.length)
})

test('each answerable question names one place, and the expected words stand in it', () => {
  const wrong = ANSWERED.filter(({ document, place, expectedWords: words }) => {
    const texts = readPlaces(document, place).map(normalise)
    return texts.length !== 1 || !holds(texts[0] ?? '', words)
  })
  expect(wrong).toEqual([])
})

test('a place that does not exist has no text', () => {
  const paths = ['alcove/tokens.md', 'tidewell/parts.csv', 'tidewell/tours.html']
  expect(paths.map((path) => readPlaces(path, 'Nowhere'))).toEqual([[], [], []])
  expect(readPlaces('tidewell/terms-2026.html', '#nowhere')).toEqual([])
})

test('an unanswerable question names neither place nor words', () => {
  const unanswerable = QUESTIONS.filter(({ kind }) => kind === 'unanswerable')
  for (const { document, place, expectedWords: words } of unanswerable) {
    expect([document, place, words]).toEqual(['', '', []])
  }
})

test('question and page are in one language', () => {
  const pages = ANSWERED.filter(({ document }) => /\.(?:html|md)$/u.test(document))
  expect(pages.length).toBeGreaterThan(150)
  expect(pages.filter(({ document, language }) => readLanguage(document) !== language)).toEqual([])
})

test('reworded questions share no word with their passage', () => {
  const shared = QUESTIONS.filter(({ kind }) => kind === 'reworded').map((question) => [
    question.question,
    ...listStems(question.question).intersection(listStems(readPassage(question))),
  ])
  expect(shared.filter(([, stem]) => stem !== undefined)).toEqual([])
})

test.each([
  ['The cancelled tours', 'cancelling a tour', ['cance']],
  ['수영장에서', '수영장 규칙', ['수영']],
  ['送料はいくら', '返送料', ['送料']],
  ['بالصندوق', 'والصندوق', ['صندوق']],
  ['a dog', 'one dog', []],
])('%j and %j share %j', (question, passage, stems) => {
  const shared = listStems(question).intersection(listStems(passage))
  expect([...shared]).toEqual(stems)
})

test('a version question names the newest of three pages, and it alone has the expected words', () => {
  const questions = QUESTIONS.filter(({ kind }) => kind === 'version')
  const readVersions = ({ document, place, expectedWords: words }: Question) =>
    DOCUMENTS.filter((path) => withoutYear(path) === withoutYear(document)).map((path) => ({
      path,
      day: readDay(path),
      isRight: readPlaces(path, place).some((text) => holds(normalise(text), words)),
    }))
  for (const question of questions) {
    const [first, second, newest, ...others] = readVersions(question)
    expect(others).toEqual([])
    expect(newest).toMatchObject({ path: question.document, isRight: true })
    expect([first, second]).toMatchObject([{ isRight: false }, { isRight: false }])
    expect(newest?.day).toBeGreaterThan(second?.day ?? Infinity)
    expect(second?.day).toBeGreaterThan(first?.day ?? Infinity)
  }
})
