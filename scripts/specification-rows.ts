export interface NamedCode {
  readonly path: string
  /** Names that stand in the file. */
  readonly names: readonly string[]
}

export interface NamedTest {
  readonly path: string
  readonly title: string
}

/** One rule of the specification: what does it, and what shows that it does. */
export interface SpecificationRow {
  /** Counted from 1. */
  readonly line: number
  /** Of the statement, for example `4.12`; absent for what stands beside the specification. */
  readonly number: string | undefined
  /** The heading that it stands under. */
  readonly section: string
  readonly rule: string
  readonly code: readonly NamedCode[]
  readonly tests: readonly NamedTest[]
  /** What a column holds that is neither code nor a test. */
  readonly rest: string
}

const TEST_PATTERN = /`([^`]+)`, "(.*?)"(?=;|$)/g
const QUOTED_PATTERN = /`([^`]+)`/g
const NUMBER_PATTERN = /^[2-9]\.\d+$/
const HEADER_PATTERN = /^(No\. \| )?Rule \| Code \| Test$/
const BETWEEN_CELLS = /(?<!\\)\|/

/** Reads each table whose header is `No. | Rule | Code | Test`, or that without numbers. */
export function specificationRows(text: string): readonly SpecificationRow[] {
  const rows: SpecificationRow[] = []
  let section = ''
  let header = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('|')) {
      header = ''
      continue
    }
    const cells = line.split(BETWEEN_CELLS).slice(1, -1).map(readCell)
    if (header === '') header = cells.join(' | ')
    else if (HEADER_PATTERN.test(header) && !/^[-: ]+$/.test(cells.join(''))) {
      const numbered = header.startsWith('No.') ? cells : ['', ...cells]
      rows.push({ line: index + 1, section, ...readRow(numbered) })
    }
  }
  return rows
}

function readRow([number = '', rule = '', code = '', test = '', ...more]: readonly string[]) {
  const tests = [...test.matchAll(TEST_PATTERN)]
  const isNumbered = NUMBER_PATTERN.test(number)
  const rest = [
    isNumbered ? '' : number,
    code.replace(QUOTED_PATTERN, ''),
    test.replace(TEST_PATTERN, ''),
    ...more,
  ]
  return {
    number: isNumbered ? number : undefined,
    rule,
    code: readCode(code),
    tests: tests.map(([, path = '', title = '']) => ({ path, title })),
    rest: rest.join('').replace(/[\s,;]/g, ''),
  }
}

const readCell = (cell: string): string => cell.trim().replaceAll('\\|', '|')

/** Each path with the names behind it. */
function readCode(cell: string): readonly NamedCode[] {
  const code: { path: string; names: string[] }[] = []
  for (const [, quoted = ''] of cell.matchAll(QUOTED_PATTERN)) {
    const last = code.at(-1)
    if (quoted.includes('/') || !last) code.push({ path: quoted, names: [] })
    else last.names.push(quoted)
  }
  return code
}
