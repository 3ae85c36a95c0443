import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FILE = 'test-results/step-seconds.json'

/** Seconds that the last run of each step took here, by its name; `all` is a whole `npm test`. */
export type StepTimes = Readonly<Record<string, number>>

/** Empty before the first run. */
export function readStepTimes(root: string): StepTimes {
  const path = join(root, FILE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StepTimes) : {}
}

/** Remembers how long steps took, for `npm run house`; what was not run stays as it was. */
export function keepStepTimes(root: string, seconds: StepTimes): void {
  const path = join(root, FILE)
  mkdirSync(dirname(path), { recursive: true })
  const all = { ...readStepTimes(root), ...seconds }
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`)
}
