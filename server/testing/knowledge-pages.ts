import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import type { ReadDocument } from '../knowledge/document.ts'

const FOLDER = join(REPOSITORY_ROOT, 'e2e/fixtures/knowledge-pages')

/** A page in the manner of a maker of sites, with the parts of it that a reader has to find. */
export interface ExpectedPage {
  /** Below the folder of the pages. */
  readonly file: string
  readonly title: string
  readonly language?: string
  /** `YYYY-MM-DD`. */
  readonly date?: string
  /** Texts in their order; the id of those that head a text of their own. */
  readonly headings: readonly (readonly [text: string, id?: string])[]
  /** Texts that are seen when the page is opened. */
  readonly kept: readonly string[]
  /** Values of tables with the heads of their row and column; empty: the table has none. */
  readonly cells?: readonly (readonly [row: string, column: string, value: string])[]
  readonly code?: readonly (readonly [language: string | null, line: string])[]
  /** Texts in shut `<details>`. */
  readonly folded?: readonly string[]
  /** Texts in panels that a control opens. */
  readonly panels?: readonly string[]
  /** Navigation, footer, cookie notice, related pages, comments, reviews, text that nothing opens. */
  readonly noise: readonly string[]
}

/** A page as a reader gives it. */
export interface PageReading {
  readonly text: string
  readonly headings: readonly { readonly text: string; readonly anchor?: string | undefined }[]
  /** Rows of tables as `head: value; head: value`. */
  readonly rows: readonly string[]
  /** Lines of code with the language that is known of them. */
  readonly code: readonly { readonly language: string | undefined; readonly line: string }[]
}

export const MEASURES = [
  'kept',
  'headings',
  'ids',
  'cells',
  'code',
  'languages',
  'folded',
  'panels',
  'noise',
] as const
export type Measure = (typeof MEASURES)[number]

export interface Grade {
  readonly measure: Measure
  /** Part of the page that the grade is about. */
  readonly part: string
  readonly isRight: boolean
}

export const readExpectedPages = (): readonly ExpectedPage[] =>
  JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as ExpectedPage[]

export const readPageFile = ({ file }: ExpectedPage): Uint8Array => readFileSync(join(FOLDER, file))

/** Text in which readers may differ: NFKC, one space for white space, nothing invisible. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\u2060]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** A grade for each part that is expected of a page. */
export function gradePage(page: ExpectedPage, reading: PageReading): readonly Grade[] {
  const text = comparable(reading.text)
  const holds = (part: string) => text.includes(comparable(part))
  const grade = (measure: Measure, part: string, isRight: boolean) => ({ measure, part, isRight })
  const seen = (measure: Measure, parts: readonly string[] = []) =>
    parts.map((part) => grade(measure, part, holds(part)))
  const find = (heading: string) =>
    reading.headings.filter((found) => comparable(found.text) === comparable(heading))
  return [
    ...seen('kept', page.kept),
    ...seen('folded', page.folded),
    ...seen('panels', page.panels),
    ...page.noise.map((part) => grade('noise', part, !holds(part))),
    ...page.headings.map(([heading]) => grade('headings', heading, find(heading).length > 0)),
    ...page.headings.flatMap(([heading, id]) =>
      id === undefined
        ? []
        : [
            grade(
              'ids',
              heading,
              find(heading).some(({ anchor }) => anchor === id),
            ),
          ],
    ),
    ...(page.cells ?? []).map((cell) =>
      grade(
        'cells',
        cell.join(' / '),
        reading.rows.some((row) => holdsCell(row, cell)),
      ),
    ),
    ...(page.code ?? []).flatMap(([language, line]) => {
      const found = reading.code.filter((code) => code.line === line)
      const isRight = found.some((code) => code.language === language)
      return [
        grade('code', line, found.length > 0),
        ...(language === null ? [] : [grade('languages', line, isRight)]),
      ]
    }),
  ]
}

/** True if a row with this head has the value below that column. */
function holdsCell(
  row: string,
  [head, column, value]: readonly [row: string, column: string, value: string],
): boolean {
  if (!row.includes(head)) return false
  if (column === '') return row.includes(value)
  return row.split('; ').some((part) => part.includes(column) && part.endsWith(`: ${value}`))
}

/** The product's document as a reading. */
export function toReading({ sections }: ReadDocument): PageReading {
  const full = sections.flatMap(({ blocks, fullBlocks = blocks }) => fullBlocks)
  let language: string | undefined
  const code = sections.flatMap(({ blocks, fullBlocks = blocks }) =>
    blocks.map((line, index) => {
      language = /^```(\S*)\n/u.exec(fullBlocks[index] ?? '')?.[1] ?? language
      return { language: language === '' ? undefined : language, line }
    }),
  )
  return {
    text: sections.flatMap(({ headings, blocks }) => [...headings, ...blocks]).join('\n'),
    headings: sections.flatMap(({ headings, anchor }) =>
      headings.map((text, index) => ({
        text,
        anchor: index === headings.length - 1 ? anchor : undefined,
      })),
    ),
    rows: full,
    code,
  }
}
