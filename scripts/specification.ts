import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findReachableFiles, SHIPPED_ENTRIES } from './reachable-files.ts'
import { specificationRows, type SpecificationRow } from './specification-rows.ts'
import { specificationTitles } from './specification-titles.ts'

const DEVIATION_PATTERN = /\bD\d+\b/g
/** Where a deviation is explained. */
const EXPLANATION_PATTERN = /^- \*\*(D\d+)\.\*\*/gm
/** How many statements a section of the specification has, in the document's first table. */
const COUNT_PATTERN = /^\| ([2-9])\. [^|]*\| (\d+) *\|$/gm
const SOURCE_PATTERN = /\.tsx?$/

export interface SpecificationReport {
  /** What is not true of the document: one sentence each, with its line. */
  readonly problems: readonly string[]
  /** Statements of the specification, by the document's first table. */
  readonly statements: number
  /** Those without a row that names both code and a test. */
  readonly missing: number
  /** Their names, in the order of their explanations. */
  readonly deviations: readonly string[]
}

/** Compares the document with the repository at `root`. */
export function checkSpecification(root: string, document: string): SpecificationReport {
  const text = readFileSync(join(root, document), 'utf8')
  const rows = specificationRows(text)
  const read = createReader(root)
  const shipped = findReachableFiles(root, SHIPPED_ENTRIES)
  const explained = [...text.matchAll(EXPLANATION_PATTERN)].map(([, name = '']) => name)
  const named = new Set(rows.flatMap(({ rule }) => rule.match(DEVIATION_PATTERN) ?? []))
  const wanted = [...text.matchAll(COUNT_PATTERN)].flatMap(([, section = '', count = '']) =>
    Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
  )
  const whole = rows.filter(({ code, tests }) => code.length > 0 && tests.length > 0)
  const there = new Set(whole.map(({ number }) => number))
  const missing = wanted.filter((number) => !there.has(number))
  return {
    problems: [
      ...rows.flatMap((row) => checkRow(row).map((problem) => `line ${row.line}: ${problem}`)),
      ...missing.map((number) => `statement ${number} has no row with code and a test`),
      ...checkNumbers(),
      ...explained.filter((name) => !named.has(name)).map((name) => `no row names ${name}`),
    ],
    statements: wanted.length,
    missing: missing.length,
    deviations: explained,
  }

  function checkNumbers(): readonly string[] {
    const numbers = rows.flatMap(({ number }) => number ?? [])
    return numbers.flatMap((number, index) => [
      ...(wanted.includes(number) ? [] : [`${number} is counted in no section`]),
      ...(numbers.indexOf(number) < index ? [`${number} stands twice`] : []),
    ])
  }

  function checkRow({ rule, code, tests, rest }: SpecificationRow): readonly string[] {
    const problems: string[] = []
    if (rest !== '') problems.push(`neither code nor a test: ${rest}`)
    if (code.length === 0) problems.push(`no code: ${rule}`)
    if (tests.length === 0) problems.push(`no test: ${rule}`)
    for (const { path, names } of code) {
      const file = read(path)
      if (!file) problems.push(`no such file: ${path}`)
      else if (SOURCE_PATTERN.test(path) && !shipped.has(path)) {
        problems.push(`nothing that is shipped reaches ${path}`)
      }
      for (const name of names) {
        if (file && !file.text.includes(name)) problems.push(`${path} has no ${name}`)
      }
    }
    for (const { path, title } of tests) {
      const file = read(path)
      if (!file) problems.push(`no such file: ${path}`)
      else if (!file.titles().has(title)) problems.push(`${path} has no test "${title}"`)
    }
    for (const name of rule.match(DEVIATION_PATTERN) ?? []) {
      if (!explained.includes(name)) problems.push(`nothing explains ${name}`)
    }
    return problems
  }
}

interface ReadFile {
  readonly text: string
  readonly titles: () => ReadonlySet<string>
}

/** Reads and parses each file once. */
function createReader(root: string): (path: string) => ReadFile | null {
  const files = new Map<string, ReadFile | null>()
  return (path) => {
    const known = files.get(path)
    if (known !== undefined) return known
    const file = readOnce(root, path)
    files.set(path, file)
    return file
  }
}

function readOnce(root: string, path: string): ReadFile | null {
  let text: string
  try {
    text = readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
  let titles: ReadonlySet<string> | undefined
  return { text, titles: () => (titles ??= specificationTitles(path, text)) }
}
