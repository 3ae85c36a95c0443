import { REPOSITORY_ROOT } from '../repository-root.ts'
import { listWaits, type JudgedWait } from './list-waits.ts'

/** The list for a person: waits with a limit, waits without one, and those that lack an answer. */
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
  return [
    `  ${path}:${line}  ${kind}  ${problem ?? said}`,
    ...shown.map((text) => `      ${text}`),
  ].join('\n')
}

if (import.meta.main) {
  const waits = listWaits(REPOSITORY_ROOT)
  console.log(drawWaits(waits))
  process.exitCode = waits.some(({ problem }) => problem !== undefined) ? 1 : 0
}
