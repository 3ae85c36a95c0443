import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareRows, numberedRows, ROW_STATES, type NumberedTitle } from './accessibility-rows.ts'
import { listSources } from './architecture/list-sources.ts'
import { specificationTitles } from './specification-titles.ts'

const TEST_FILE_PATTERN = /\.(?:test|spec)\.tsx?$/
/** A01 to A60. */
const CHECKS = { letter: 'A', count: 60 }
/** Files without it are not parsed. */
const ANY_NUMBER = /\([A-Z]\d+(?:, [A-Z]\d+)*\)/

export interface AccessibilityReport {
  readonly problems: readonly string[]
  /** In one line. */
  readonly note: string
}

/** Compares the page with the titles of all tests below `root`. */
export function checkAccessibility(root: string, document: string): AccessibilityReport {
  const rows = numberedRows(readFileSync(join(root, document), 'utf8'))
  const isPage = (path: string) => existsSync(join(root, 'docs', path))
  const { problems, counts } = compareRows(CHECKS, rows, numberedTitles(root), isPage)
  const [shown, ...others] = ROW_STATES.map((state) => `${counts[state]} ${state}`)
  const first = shown!.replace(' ', ` of ${CHECKS.count} `)
  return { problems, note: `accessibility: ${[first, ...others].join(', ')}` }
}

/** Titles of all tests below `root`, of the files that number any. */
export function numberedTitles(root: string): readonly NumberedTitle[] {
  return listSources(root)
    .filter((path) => TEST_FILE_PATTERN.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      if (!ANY_NUMBER.test(text)) return []
      return [...specificationTitles(path, text)].map((title) => ({ path, title }))
    })
}
