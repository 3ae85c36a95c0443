import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  numberedRows,
  numbersOf,
  type NumberedRow,
  type NumberedTitle,
} from './accessibility-rows.ts'
import { numberedTitles } from './accessibility.ts'

/** U01 to U116. */
const COUNT = 116
const ALL = Array.from({ length: COUNT }, (_, index) => `U${`${index + 1}`.padStart(2, '0')}`)
const STATES = ['met', 'decided', 'partly', 'open'] as const
/** What may be refused. Everything else is met, or it says what is missing. */
const REFUSABLE = ['U30', 'U84', 'U86', 'U101']

export interface ExpectationsReport {
  /** What is not true of the page: one sentence each. */
  readonly problems: readonly string[]
  /** In one line. */
  readonly note: string
}

/** Compares the page with the titles of all tests below `root`. */
export function checkExpectations(root: string, document: string): ExpectationsReport {
  const rows = numberedRows(readFileSync(join(root, document), 'utf8'))
  const isPage = (path: string) => existsSync(join(root, 'docs', path))
  return compareExpectations(rows, numberedTitles(root), isPage)
}

/**
 * Compares rows with titles.
 *
 * @param isPage whether there is such a page, from the folder of the rows' own.
 */
export function compareExpectations(
  rows: readonly NumberedRow[],
  titles: readonly NumberedTitle[],
  isPage: (path: string) => boolean,
): ExpectationsReport {
  const ids = rows.map(({ id }) => id)
  const named = titles.flatMap(({ path, title }) =>
    numbersOf(title)
      .filter((id) => id.startsWith('U'))
      .map((id) => ({ id, path })),
  )
  const strangers = named.filter(({ id }) => !ids.includes(id))
  const counts = STATES.map((state) => {
    const count = rows.filter((row) => row.state === state).length
    return `${count} ${state}`
  })
  return {
    problems: [
      ...ALL.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
      ...ids.filter((id) => !ALL.includes(id)).map((id) => `${id} is none of them`),
      ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} stands twice`),
      ...strangers.map(({ id, path }) => `a title of ${path} names ${id}, which has no row`),
      ...rows.flatMap((row) =>
        checkRow(row).map((problem) => `line ${row.line}: ${row.id} ${problem}`),
      ),
    ],
    note: `expectations: ${counts.join(', ')}`,
  }

  function checkRow({ id, state, files, decisions, remark }: NumberedRow): readonly string[] {
    const shownIn = new Set(named.filter((title) => title.id === id).map(({ path }) => path))
    const isLacking = state === 'partly' || state === 'open'
    return [
      ...(STATES.some((known) => known === state) ? [] : [`has a state that is none: ${state}`]),
      ...(state === 'met' && files.length === 0 ? ['is met and names no test'] : []),
      ...(state === 'open' && files.length > 0 ? ['is open and names a test'] : []),
      ...(isLacking && remark === '' ? ['does not say what is missing'] : []),
      ...(state === 'decided' && decisions.length === 0 ? ['names no decision'] : []),
      ...(state === 'decided' && !REFUSABLE.includes(id) ? ['may not be refused'] : []),
      ...decisions
        .filter((page) => !isPage(page))
        .map((page) => `names ${page}, which is not there`),
      ...files
        .filter((path) => !shownIn.has(path))
        .map((path) => `names ${path}, where no title ends in it`),
      ...[...shownIn]
        .filter((path) => !files.includes(path))
        .map((path) => `does not name ${path}`),
    ]
  }
}
