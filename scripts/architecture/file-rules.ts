import {
  CATALOGUE_PATTERN,
  DEFAULT_EXPORT_PATTERN,
  isInListedFolder,
  LOCALE_PATTERN,
  TEST_PATTERN,
} from './file-place.ts'
import type { SourceFile } from './source-file.ts'
import type { Violation } from './violation.ts'

export const LINE_LIMIT = 250
export const TEST_LINE_LIMIT = 400

const NAME_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const BANNED_NAMES = ['utils', 'util', 'helpers', 'helper', 'misc', 'common']

/** Phrases that are forbidden in tests, each with the advice to print. */
const TEST_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bvi\.(do)?mock\(\s*['"`]\.{1,2}\//, 'mocks a module of our own; pass the world in instead'],
  [/\.toMatch(File|Inline)?Snapshot\(/, 'compares a snapshot; name what matters instead'],
  [/\.waitForTimeout\(/, 'sleeps; wait for what the user sees instead'],
  [/\bgetByTestId\(/, 'finds by test id; use role and name instead'],
  [/\b(test|it)(\.\w+)*\(\s*['"`]should /, 'has a title with "should"; write a claim instead'],
]

/** Rules about a single file. */
export function* findFileViolations(file: SourceFile): Generator<Violation> {
  const { path } = file
  const isTest = TEST_PATTERN.test(path)
  const isLocale = LOCALE_PATTERN.test(path)

  if (!isInListedFolder(path)) {
    yield { rule: 'folder', file: path, text: 'stands in a folder that no room lists' }
  }
  for (const name of path.split('/')) {
    const stem = name.replace(/\.\w+$/, '')
    if (!NAME_PATTERN.test(isLocale ? stem.toLowerCase() : stem)) {
      yield { rule: 'name', file: path, text: `"${name}" is not kebab-case` }
    } else if (BANNED_NAMES.includes(stem.split('.')[0] ?? '')) {
      yield { rule: 'name', file: path, text: `"${name}" says nothing about what it holds` }
    }
  }
  const limit = isTest ? TEST_LINE_LIMIT : LINE_LIMIT
  if (file.lineCount > limit && !isLocale && !CATALOGUE_PATTERN.test(path)) {
    yield { rule: 'lines', file: path, text: `has ${file.lineCount} lines, at most ${limit}` }
  }
  if (file.hasDefaultExport && !isLocale && !DEFAULT_EXPORT_PATTERN.test(path)) {
    yield { rule: 'default-export', file: path, text: 'has a default export; name it' }
  }
  if (file.hasExportStar) {
    yield { rule: 'export-star', file: path, text: 'has `export *`; list the names' }
  }
  if (!isTest) return
  for (const [pattern, text] of TEST_PHRASES) {
    if (pattern.test(file.text)) yield { rule: 'phrase', file: path, text }
  }
}
