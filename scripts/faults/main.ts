// `npm run faults -- [--count=60] [--seed=1] [--rows=3.8,4.26] [--root=<checkout>]`: draws rows of the
// specification, plants one mistake after the other in the code that a row names, and runs the tests that it
// names. A row is held when one of them turns red. The mistakes are planted in a checkout of the last commit
// beside this one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { specificationRows, type SpecificationRow } from '../specification-rows.ts'
import { createStopSignal } from '../stop-signal.ts'
import { createTestEnvironment } from '../test-steps.ts'
import { hashOf, listFaults, plant, type Fault } from './list-faults.ts'

/** So many mistakes are tried before a row counts as not held. */
const TRIES_MAX = 12
const RUN_LIMIT_MS = 60_000

const options = new Map(
  process.argv.slice(2).map((text) => text.replace(/^--/, '').split('=', 2) as [string, string]),
)
const count = Number(options.get('count') ?? 60)
const seed = Number(options.get('seed') ?? 1)
const wanted = options.get('rows')?.split(',')
const source = resolve(options.get('root') ?? '.')
const signal = createStopSignal()

interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

const root = mkdtempSync(join(tmpdir(), 'alcove-faults-'))
const report = join(root, 'faults.json')
const git = (...args: string[]) => execFileSync('git', args, { cwd: source, encoding: 'utf8' })
git('worktree', 'add', '--detach', '--force', root)
for (const shared of ['node_modules', '.node', 'dist'])
  symlinkSync(join(source, shared), join(root, shared))
let held = 0
try {
  const rows = drawRows()
  for (const row of rows) {
    if (signal.aborted) break
    const found = await findRed(row)
    if (found) held += 1
    console.log(`${row.number} ${found ?? 'NOT HELD'}`)
  }
  console.log(`${held} of ${rows.length} rows are held by a test that they name.`)
  process.exitCode = held === rows.length ? 0 : 1
} finally {
  git('worktree', 'remove', '--force', root)
  rmSync(root, { recursive: true, force: true })
}

/** Rows whose tests need no build, by a hash of the seed. */
function drawRows(): readonly SpecificationRow[] {
  const text = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  const key = (row: SpecificationRow) => hashOf(`${seed} ${row.number}`)
  return specificationRows(text)
    .filter(({ number }) => number !== undefined && (wanted?.includes(number) ?? true))
    .filter((row) => unitTests(row).length > 0)
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .slice(0, count)
}

function unitTests({ tests }: SpecificationRow) {
  return tests.filter(({ path }) => !path.startsWith('e2e/') && !path.includes('.integration.'))
}

/** The mistake that turns a named test red, and that test. */
async function findRed(row: SpecificationRow): Promise<string | undefined> {
  let tries = 0
  const lists = row.code.map(({ path, names }) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, faults: listFaults(path, text, names, seed) }
  })
  for (let index = 0; tries < TRIES_MAX; index += 1) {
    const turn = lists.filter(({ faults }) => index < faults.length)
    if (turn.length === 0) break
    for (const { path, text, faults } of turn) {
      const fault = faults[index] as Fault
      tries += 1
      writeFileSync(join(root, path), plant(text, fault))
      const red = await runTests(row)
      writeFileSync(join(root, path), text)
      if (red) return `${path}:${fault.line} (${fault.what}, try ${tries}) turns "${red}" red`
      if (tries >= TRIES_MAX || signal.aborted) break
    }
  }
  return undefined
}

/** The title of a named test that is red now. */
async function runTests(row: SpecificationRow): Promise<string | undefined> {
  rmSync(report, { force: true })
  const files = [...new Set(unitTests(row).map(({ path }) => path))]
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files]
  const projects = ['node', 'dom', 'alone'].map((name) => `--project=${name}`)
  const output = ['--reporter=json', `--outputFile=${report}`]
  const env = createTestEnvironment(process.env, { root: source, isLong: false })
  await runAlone([...vitest, ...projects, ...output], env)
  // A mistake that never ends is ended, and reports nothing.
  if (!existsSync(report)) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const patterns = unitTests(row).map(({ title }) => patternOf(title))
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status, title }) => status === 'failed' && patterns.some((each) => each.test(title)))
    ?.title
}

/** Ends it with all that it started: a worker in an endless loop would outlive it. */
async function runAlone(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', detached: true })
  const end = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'))
  const limit = setTimeout(end, RUN_LIMIT_MS)
  signal.addEventListener('abort', end)
  await once(child, 'exit')
  clearTimeout(limit)
  signal.removeEventListener('abort', end)
}

/** `%s` and `${…}` of a title stand for anything. */
function patternOf(title: string): RegExp {
  const escaped = title
    .split(/%[sdijo]|\$\{[^}]*\}|\$\w+/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}$`)
}
