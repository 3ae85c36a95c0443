/** A list whose entries are numbered by a letter: `A01`, `A02` and so on. */
export interface NumberedList {
  readonly letter: string
  /** Of its entries, from 1. */
  readonly count: number
  /** What a decision may refuse; absent: any. */
  readonly refusable?: readonly string[]
}

/** One entry of such a list. */
export interface NumberedRow {
  /** Counted from 1. */
  readonly line: number
  readonly id: string
  readonly state: string
  /** The files whose tests show it. */
  readonly files: readonly string[]
  /** Pages of `docs/decisions` that say why it is otherwise. */
  readonly decisions: readonly string[]
  /** What is said besides. */
  readonly remark: string
}

/** A test whose title ends in the numbers of what it shows: `… (A17)`, `… (A17, A18)`. */
export interface NumberedTitle {
  readonly path: string
  readonly title: string
}

export const ROW_STATES = ['met', 'partly', 'open', 'decided'] as const
type RowState = (typeof ROW_STATES)[number]

export interface RowsReport {
  /** What is not true of the table: one sentence each. */
  readonly problems: readonly string[]
  readonly counts: Readonly<Record<RowState, number>>
}

const ROW_PATTERN = /^\| ([A-Z]\d+) +\|/
const BETWEEN_CELLS = /(?<!\\)\|/
const QUOTED_PATTERN = /`([^`]+)`/g
const TEST_FILE_PATTERN = /\.(?:test|spec)\.tsx?$/
const DECISION_PATTERN = /\[[^\]]*\]\((decisions\/[^)]+)\)/g
const NUMBERS_PATTERN = / \(([A-Z]\d+(?:, [A-Z]\d+)*)\)$/

/** The rows of a page: number, criterion, check, state, and what shows it. */
export function numberedRows(text: string): readonly NumberedRow[] {
  return text.split('\n').flatMap((line, index) => {
    const id = ROW_PATTERN.exec(line)?.[1]
    if (id === undefined) return []
    const cells = line.split(BETWEEN_CELLS).slice(1, -1)
    const [state = '', shownBy = ''] = cells.slice(-2).map((cell) => cell.trim())
    const quoted = [...shownBy.matchAll(QUOTED_PATTERN)].map(([, name = '']) => name)
    const files = quoted.filter((name) => TEST_FILE_PATTERN.test(name))
    return {
      line: index + 1,
      id,
      state,
      files,
      decisions: [...shownBy.matchAll(DECISION_PATTERN)].map(([, page = '']) => page),
      remark: files
        .reduce((rest, file) => rest.replace(`\`${file}\``, ''), shownBy)
        .replace(/^[\s,.]+/, ''),
    }
  })
}

/** The numbers that a title ends in. */
export const numbersOf = (title: string): readonly string[] =>
  NUMBERS_PATTERN.exec(title)?.[1]?.split(', ') ?? []

/**
 * Compares rows with titles.
 *
 * @param isPage whether there is such a page, from the folder of the rows' own.
 */
export function compareRows(
  { letter, count, refusable }: NumberedList,
  rows: readonly NumberedRow[],
  titles: readonly NumberedTitle[],
  isPage: (path: string) => boolean,
): RowsReport {
  const wanted = Array.from(
    { length: count },
    (_, index) => `${letter}${`${index + 1}`.padStart(2, '0')}`,
  )
  const ids = rows.map(({ id }) => id)
  const shownIn = new Map<string, Set<string>>()
  for (const { path, title } of titles) {
    for (const id of numbersOf(title)) {
      shownIn.set(id, (shownIn.get(id) ?? new Set()).add(path))
    }
  }
  const strangers = [...shownIn.keys()].filter(
    (id) => id.startsWith(letter) && !wanted.includes(id),
  )
  return {
    problems: [
      ...wanted.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
      ...ids.filter((id) => !wanted.includes(id)).map((id) => `${id} is no number of the list`),
      ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} stands twice`),
      ...strangers.map((id) => `a title names ${id}, which is no number of the list`),
      ...rows.flatMap((row) =>
        checkRow(row).map((problem) => `line ${row.line}: ${row.id} ${problem}`),
      ),
    ],
    counts: Object.fromEntries(
      ROW_STATES.map((state) => [state, rows.filter((row) => row.state === state).length]),
    ) as RowsReport['counts'],
  }

  function checkRow({ id, state, files, decisions, remark }: NumberedRow): readonly string[] {
    const has = shownIn.get(id) ?? new Set<string>()
    return [
      ...(ROW_STATES.some((known) => known === state)
        ? []
        : [`has a state that is none: ${state}`]),
      ...(state === 'met' && files.length === 0 ? ['is met and names no test'] : []),
      ...(state === 'open' && files.length > 0 ? ['is open and names a test'] : []),
      ...(['partly', 'open'].includes(state) && remark === ''
        ? ['does not say what is missing']
        : []),
      ...(state === 'decided' && decisions.length === 0 ? ['names no decision'] : []),
      ...(state === 'decided' && refusable?.includes(id) === false ? ['may not be refused'] : []),
      ...decisions
        .filter((page) => !isPage(page))
        .map((page) => `names ${page}, which is not there`),
      ...files
        .filter((file) => !has.has(file))
        .map((file) => `names ${file}, where no title ends in it`),
      ...[...has].filter((file) => !files.includes(file)).map((file) => `does not name ${file}`),
    ]
  }
}
