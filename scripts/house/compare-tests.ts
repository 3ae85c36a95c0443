import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { specificationTitles } from '../specification-titles.ts'

/** A test of before, and where it is now. */
export interface TestFate {
  readonly file: string
  readonly title: string
  readonly fate: 'kept' | 'moved' | 'gone'
  /** Files in which its title stands now. */
  readonly now: readonly string[]
}

/** By file, the titles of its tests and of their steps. */
export type TestTitles = ReadonlyMap<string, ReadonlySet<string>>

const COMPARED = /^e2e\/.*\.spec\.ts$|\.integration\.test\.ts$/
const GIT_BYTES_MAX = 64 * 1_048_576

/** Rows of `docs/expectations.md` and `docs/accessibility.md` that a title proves: ` (U23, A17)`. */
const ROW_IDS = / \((?:[AU]\d+(?:, )?)+\)$/

/** What became of each browser and integration test, by its title. */
export function compareTests(before: TestTitles, now: TestTitles): TestFate[] {
  const placesOf = new Map<string, string[]>()
  for (const [file, titles] of now) {
    for (const title of titles) placesOf.set(title, [...(placesOf.get(title) ?? []), file])
  }
  return [...before].flatMap(([file, titles]) =>
    [...titles].map((title): TestFate => {
      const places = placesOf.get(title) ?? []
      const isKept = places.includes(file)
      const fate = isKept ? 'kept' : places.length > 0 ? 'moved' : 'gone'
      return { file, title, fate, now: isKept ? [file] : places }
    }),
  )
}

/** The titles as they stand in a commit, or with `null` in the files of now. */
export function readTestTitles(root: string, commit: string | null): TestTitles {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: GIT_BYTES_MAX })
  const list = commit ? git('ls-tree', '-r', '--name-only', commit) : git('ls-files')
  const paths = list.split('\n').filter((path) => COMPARED.test(path))
  const read = (path: string): string =>
    commit ? git('show', `${commit}:${path}`) : readFileSync(join(root, path), 'utf8')
  return new Map(paths.map((path) => [path, titlesOf(path, read(path))]))
}

/** Without the rows that a title proves: it got them while its test stayed what it was. */
const titlesOf = (path: string, text: string): ReadonlySet<string> =>
  new Set([...specificationTitles(path, text)].map((title) => title.replace(ROW_IDS, '')))
