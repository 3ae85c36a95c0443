import { isRuleId, type TaggedTest } from './rule-tags.ts'

/** A rule: a row of a page's source. */
export interface Rule {
  readonly id: string
  /** Its cells, from the id on. */
  readonly cells: readonly string[]
  /** Its state; `met` if the table has no such column. */
  readonly state: string
  /** The missing parts; undefined if the table has no such column. */
  readonly lacks: string | undefined
}

/** `open` and `decided` rules may lack a test; their remark gives the reason. */
const STATES_WITH_TEST = ['met', 'partly']
const STATES = [...STATES_WITH_TEST, 'open', 'decided']
/** A deviation from the specification: named by rules as `D15`, and explained once in a list. */
const DEVIATION_PATTERN = /\bD\d+\b/g
const EXPLANATION_PATTERN = /^- \*\*(D\d+)\.\*\*/gm
const BETWEEN_CELLS = /(?<!\\)\|/
/** Pages link from `docs`, their sources from one folder below. */
const LINK_UP = '](../'

/** Paths of a page's source and of the written page. */
export const sourcePath = (name: string): string => `docs/rules/${name}`
export const pagePath = (name: string): string => `docs/${name}`

/** The rules of a page's source, in order. */
export function readRules(source: string): readonly Rule[] {
  const rules: Rule[] = []
  let stateColumn = -1
  let lacksColumn = -1
  for (const cells of source.split('\n').map(readCells)) {
    if (cells[0] === 'No.') {
      stateColumn = cells.indexOf('State')
      lacksColumn = cells.indexOf('Lacks')
    }
    const [id = ''] = cells
    if (!isRuleId(id)) continue
    rules.push({ id, cells, state: cells[stateColumn] ?? 'met', lacks: cells[lacksColumn] })
  }
  return rules
}

/** Draws a page: its source, with a column for the tests of each rule in each table of rules. */
export function drawPage(
  name: string,
  source: string,
  tags: ReadonlyMap<string, readonly TaggedTest[]>,
): string {
  const note = `<!-- Written by \`npm run rules\` from ${sourcePath(name)} and the tags of the tests. -->`
  const lines = source.split('\n').map((line, index, all) => {
    const [first = ''] = readCells(line)
    if (isRuleId(first)) return `${line} ${drawTests(tags.get(first) ?? [])} |`
    if (first === 'No.') return `${line} Shown by |`
    return readCells(all[index - 1] ?? '')[0] === 'No.' ? `${line} --- |` : line
  })
  return `${note}\n\n${lines.join('\n').replaceAll(LINK_UP, '](')}`
}

/** Reports violations of one source, one sentence each. */
export function checkRules(
  name: string,
  source: string,
  tags: ReadonlyMap<string, readonly TaggedTest[]>,
): readonly string[] {
  const rules = readRules(source)
  const explained = [...source.matchAll(EXPLANATION_PATTERN)].map(([, deviation = '']) => deviation)
  const ids = rules.map(({ id }) => id)
  const named = rules
    .flatMap(({ cells }) => cells.join(' ').match(DEVIATION_PATTERN) ?? [])
    .filter((each) => !ids.includes(each))
  const problems = [
    ...rules.flatMap(({ id, state, lacks }) => {
      const hasTest = tags.has(id)
      return [
        ...(STATES.includes(state) ? [] : [`${id} has an unknown state: ${state}`]),
        ...(STATES_WITH_TEST.includes(state) && !hasTest ? [`${id} has no test`] : []),
        ...(state === 'open' && hasTest ? [`${id} is open and has a test`] : []),
        ...(lacks !== undefined && (lacks === '') !== (state === 'met')
          ? [
              `${id} is ${state}, and ${lacks === '' ? 'nothing is missing' : 'something is missing'}`,
            ]
          : []),
      ]
    }),
    ...named
      .filter((each) => !explained.includes(each))
      .map((each) => `${each} has no explanation`),
    ...explained.filter((each) => !named.includes(each)).map((each) => `no rule names ${each}`),
  ]
  return problems.map((problem) => `${sourcePath(name)}: ${problem}`)
}

function readCells(line: string): readonly string[] {
  if (!line.startsWith('|')) return []
  return line
    .split(BETWEEN_CELLS)
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** Claims by file. */
function drawTests(tests: readonly TaggedTest[]): string {
  const claims = Map.groupBy(tests, ({ path }) => path)
  return [...claims]
    .map(([path, all]) => `\`${path}\`: ${all.map(({ title }) => drawTitle(title)).join('; ')}`)
    .join('<br>')
}

/** A title as text of a markdown cell, without markup or templates of VitePress. */
const drawTitle = (title: string): string =>
  title.replaceAll(/[<>&]/g, toEntity).replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`)

const toEntity = (character: string): string => `&#${character.codePointAt(0)};`
