import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources } from './architecture/list-sources.ts'
import {
  compareRows,
  numberedRows,
  ROW_STATES,
  type NumberedList,
  type NumberedTitle,
} from './numbered-rows.ts'
import { specificationTitles } from './specification-titles.ts'

/** The pages of `docs` that say of each entry of a list what shows it. */
const PAGES: Readonly<Record<string, NumberedList>> = {
  accessibility: { letter: 'A', count: 60 },
  // U21 is put off by the list itself.
  expectations: { letter: 'U', count: 116, refusable: ['U21', 'U30', 'U84', 'U86', 'U101'] },
}
const TEST_FILE_PATTERN = /\.(?:test|spec)\.tsx?$/
/** Files without it are not parsed. */
const ANY_NUMBER = /\([A-Z]\d+(?:, [A-Z]\d+)*\)/

export interface PagesReport {
  /** What is not true of a page: one sentence each. */
  readonly problems: readonly string[]
  /** In one line. */
  readonly note: string
}

/** Compares each page with the titles of all tests below `root`. */
export function checkNumberedPages(root: string): PagesReport {
  const titles = numberedTitles(root)
  const isPage = (path: string) => existsSync(join(root, 'docs', path))
  const reports = Object.entries(PAGES).map(([name, list]) => {
    const rows = numberedRows(readFileSync(join(root, `docs/${name}.md`), 'utf8'))
    const { problems, counts } = compareRows(list, rows, titles, isPage)
    const states = ROW_STATES.map((state) => `${counts[state]} ${state}`)
    return { problems, note: `${name}: of ${list.count} ${states.join(', ')}` }
  })
  return {
    problems: reports.flatMap(({ problems }) => problems),
    note: reports.map(({ note }) => note).join('; '),
  }
}

/** Titles of all tests below `root`, of the files that number any. */
function numberedTitles(root: string): readonly NumberedTitle[] {
  return listSources(root)
    .filter((path) => TEST_FILE_PATTERN.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      if (!ANY_NUMBER.test(text)) return []
      return [...specificationTitles(path, text)].map((title) => ({ path, title }))
    })
}
