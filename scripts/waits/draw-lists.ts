import { FAILURE_ENDS } from '../states/failures.ts'
import { findOpenStates, type StateTable } from '../states/state-table.ts'
import type { JudgedWait } from './list-waits.ts'

/**
 * Lists each state with the event that ends it, and each lasting failure of the frame with the event that
 * clears it.
 */
export function drawStates(tables: readonly StateTable[]): string {
  const open = tables.flatMap((table) => findOpenStates(table))
  const lines = tables.flatMap((table) => [
    `  ${table.title}`,
    ...table.states.map((state) => `    ${state}: ${endOf(table, state)}`),
  ])
  const failures = FAILURE_ENDS.map(
    ([failure, clearedBy]) => `    ${failure}: ${clearedBy.join(', ')}`,
  )
  const parts = [...lines, '  A failure that lasts in the frame, and what clears it', ...failures]
  return [`States that no event ends: ${open.length}`, ...parts, ''].join('\n')
}

function endOf(table: StateTable, state: string): string {
  const { end, rests, ends } = table
  if (state === end) return 'the end'
  const reason = rests[state]
  if (reason !== undefined) return `rests, ${reason}`
  const by = ends[state]
  if (!by || findOpenStates(table).includes(state)) return 'NO EVENT ENDS IT by itself'
  return `"${by.event}", by ${Object.keys(by.limits).join(', ')}; test "${by.test}"`
}

/** Lists waits without a limit, waits with one, and those that lack an answer. */
export function drawWaits(waits: readonly JudgedWait[]): string {
  const isOpen = ({ answer }: JudgedWait) => answer?.isLimited === false
  const parts: readonly (readonly [string, readonly JudgedWait[]])[] = [
    ['Waits without a limit', waits.filter(isOpen)],
    ['Waits with a limit', waits.filter((wait) => !isOpen(wait) && wait.problem === undefined)],
    ['Waits without an answer', waits.filter(({ problem }) => problem !== undefined)],
  ]
  return parts
    .flatMap(([title, list]) => [`${title}: ${list.length}`, ...list.map(drawWait), ''])
    .join('\n')
}

function drawWait({ path, line, kind, limits, answer, tests, problem }: JudgedWait): string {
  const said = answer?.text ?? limits.join(', ')
  const shown = tests.length === 0 ? [] : [`ended by ${tests.join('; ')}`]
  const head = `  ${path}:${line}  ${kind}  ${problem ?? said}`
  return [head, ...shown.map((text) => `      ${text}`)].join('\n')
}
