import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { specificationRows, type SpecificationRow } from './specification-rows.ts'
import { specificationTitles } from './specification-titles.ts'

const DEVIATION_PATTERN = /\bD\d+\b/g
/** Where a deviation is explained. */
const EXPLANATION_PATTERN = /^- \*\*(D\d+)\.\*\*/gm

/** What is not true of the document: one sentence each, with its line. */
export function checkSpecification(root: string, document: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const rows = specificationRows(text)
  const read = createReader(root)
  const explained = [...text.matchAll(EXPLANATION_PATTERN)].map(([, name = '']) => name)
  const named = new Set(rows.flatMap(({ rule }) => rule.match(DEVIATION_PATTERN) ?? []))
  return [
    ...rows.flatMap((row) => checkRow(row).map((problem) => `line ${row.line}: ${problem}`)),
    ...explained.filter((name) => !named.has(name)).map((name) => `no row names ${name}`),
  ]

  function checkRow({ rule, code, tests, rest }: SpecificationRow): readonly string[] {
    const problems: string[] = []
    if (rest !== '') problems.push(`neither code nor a test: ${rest}`)
    if (code.length === 0) problems.push(`no code: ${rule}`)
    if (tests.length === 0) problems.push(`no test: ${rule}`)
    for (const { path, names } of code) {
      const file = read(path)
      if (!file) problems.push(`no such file: ${path}`)
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
