import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FILE = 'test-results/step-seconds.json'

/** Seconds of the last run of each step, by name; `all` is a whole `npm test`. */
export type StepTimes = Readonly<Record<string, number>>

/** Step times; empty before the first run. */
export function readStepTimes(root: string): StepTimes {
  const path = join(root, FILE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StepTimes) : {}
}

/** Stores step times for `npm run house`; times of other steps are kept. */
export function keepStepTimes(root: string, seconds: StepTimes): void {
  const path = join(root, FILE)
  mkdirSync(dirname(path), { recursive: true })
  const all = { ...readStepTimes(root), ...seconds }
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`)
}
