import { expect, test } from 'vitest'
import {
  gradePage,
  MEASURES,
  readExpectedPages,
  readPageFile,
  toReading,
} from '../../../testing/knowledge-pages.ts'
import { readHtml } from './read-html.ts'

const PAGES = readExpectedPages()
const read = (bytes: Uint8Array) => readHtml(new TextDecoder().decode(bytes), 'https://x.example/p')

test('the set has 33 pages of different makers, and each measure occurs in it', () => {
  expect(PAGES).toHaveLength(33)
  const nothing = { text: '', headings: [], rows: [], code: [] }
  const measured = new Set(
    PAGES.flatMap((page) => gradePage(page, nothing).map((grade) => grade.measure)),
  )
  expect([...measured].toSorted()).toEqual([...MEASURES].toSorted())
})

test.each(PAGES.map((page) => [page.file, page] as const))(
  '%s keeps its text, headings, ids, tables, code and panels, without noise',
  (_, page) => {
    const grades = gradePage(page, toReading(read(readPageFile(page))))
    expect(grades.filter(({ isRight }) => !isRight)).toEqual([])
    expect(grades.length).toBeGreaterThan(0)
  },
)

test.each(PAGES.map((page) => [page.file, page] as const))(
  '%s tells its title, language and date',
  (_, page) => {
    const { title, language, date } = read(readPageFile(page))
    expect({ title, language, date }).toEqual({
      title: page.title,
      language: page.language,
      date: page.date,
    })
  },
)
