import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureDesktop } from './find-desktop.ts'
import { ensureEngines } from './find-engines.ts'
import { ensureChromium, ensureHeadlessShell } from './find-chromium.ts'
import { readMachineNodeVersion } from './machine-node.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runNode } from './run-command.ts'
import type { Step } from './step.ts'
import { listNames, readNames, type NamesReport } from './reference/missing-names.ts'
import { readProductTypes } from './reference/read-options.ts'
import { readPlaywrightResult, readReport, readVitestResult } from './test-reports.ts'

export interface TestOptions {
  readonly root: string
  /** Runs nightly tests, and the fault and fuzz tests with their full counts. */
  readonly isLong: boolean
}

/** Limit for a step that hangs; generous, because the tests take hours on a slow machine. */
const RUN = { limitMs: 3 * 60 * 60_000 }
/** Prints the output of its tools, because hours of silence look like a hang. */
const LONG_RUN = {
  limitMs: 6 * 60 * 60_000,
  onOutput: (text: string): void => void process.stdout.write(text),
}
/** Vitest uses one core less by default, which is half of two. */
const CORES = availableParallelism()
/** Tag of tests that only `npm run test:long` runs. */
const NIGHTLY = 'nightly'
/** Tag of nightly tests that run one at a time. */
const TIMED = 'timed'
const REPORT_FOLDER = 'test-results'
const BROWSER_REPORT = 'e2e.json'
const COMPILE_CACHE_FOLDER = 'node_modules/.cache/node'

/** Settings of the person who runs the tests; a test sets its own. */
const OWN_NAMES = /^(ALCOVE_.*|NODE_ENV|NO_COLOR|FORCE_COLOR)$/

/** Names in `.env.example`, which is written from the schema of the server's settings. */
function readSettingNames(): ReadonlySet<string> {
  const text = readFileSync(join(REPOSITORY_ROOT, '.env.example'), 'utf8')
  return new Set([...text.matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name))
}

export function createTestEnvironment(
  env: NodeJS.ProcessEnv,
  { root, isLong }: TestOptions,
): NodeJS.ProcessEnv {
  const settings = readSettingNames()
  const kept = Object.entries(env).filter(([name]) => !OWN_NAMES.test(name) && !settings.has(name))
  return {
    ...Object.fromEntries(kept),
    // Tests start dozens of servers; with a compile cache each starts in half the time.
    NODE_COMPILE_CACHE: join(root, COMPILE_CACHE_FOLDER),
    ...(isLong ? { ALCOVE_TEST_LONG: '1' } : {}),
  }
}

/** Tests in Node and in a simulated document. */
export const createUnitStep = (options: TestOptions): Step =>
  createVitestStep(
    'unit',
    options,
    ['node', 'frame', 'dom', 'alone'].map((name) => `--project=${name}`),
    // Some wait for programs that they start: one more keeps the cores busy.
    CORES + 1,
  )

/** Tests over HTTP, on both databases. */
export function createIntegrationStep(options: TestOptions): Step {
  // Many of them wait for a lease or a process; four additional workers keep the cores busy.
  const filter = ['--project=integration', `--tags-filter=!${NIGHTLY}`]
  const isLeftOut = (tags: readonly string[]) => tags.includes(NIGHTLY)
  const step = createVitestStep('integration', options, filter, CORES + 4, isLeftOut)
  return {
    ...step,
    // The first commands have to work on Node 20. The note names this machine's version.
    run: async (signal) => ({
      ...(await step.run(signal)),
      note: `first starts under Node ${readMachineNodeVersion()}`,
    }),
  }
}

/** Files whose name contains `.long.`, in any project. */
export const createLongStep = (options: TestOptions): Step =>
  createVitestStep('fault and fuzz', options, ['.long.', '--passWithNoTests'], CORES)

/** Integration tests that `npm test` leaves out. */
export function createNightlyStep(options: TestOptions): Step {
  const filter = ['--project=integration', `--tags-filter=${NIGHTLY}`, '--exclude=**/*.long.*']
  const isLeftOut = (tags: readonly string[]) => !tags.includes(NIGHTLY)
  return createVitestStep('nightly', options, filter, CORES, isLeftOut)
}

function createVitestStep(
  name: string,
  options: TestOptions,
  filter: readonly string[],
  workers: number,
  isLeftOut?: (tags: readonly string[]) => boolean,
): Step {
  const { root, isLong } = options
  return {
    name,
    async run(signal) {
      const report = join(root, REPORT_FOLDER, `${name.replaceAll(' ', '-')}.json`)
      rmSync(report, { force: true })
      const args = [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...filter,
        `--maxWorkers=${workers}`,
        '--allowOnly=false',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]
      const env = createTestEnvironment(process.env, { root, isLong })
      const command = { root, env, signal, ...(isLong ? LONG_RUN : RUN) }
      return readVitestResult(await runNode(args, command), report, isLeftOut)
    },
  }
}

/** Browser tests of the built product. */
export const createBrowserStep = (options: TestOptions): Step =>
  options.isLong
    ? createPlaywrightStep('browser faults', options, BROWSER_REPORT, [
        `--grep=@long|@${NIGHTLY}`,
        `--grep-invert=@${TIMED}`,
      ])
    : createPlaywrightStep('end-to-end', options, BROWSER_REPORT, [`--grep-invert=@${NIGHTLY}`])

/** Browser tests that measure durations: other tests beside them would distort the result. */
export const createTimedStep = (options: TestOptions): Step =>
  createPlaywrightStep('browser times', options, 'e2e-timed.json', [
    `--grep=@${TIMED}`,
    '--workers=1',
  ])

function createPlaywrightStep(
  name: string,
  { root, isLong }: TestOptions,
  reportName: string,
  filter: readonly string[],
): Step {
  return {
    name,
    async run(signal) {
      const report = join(root, REPORT_FOLDER, reportName)
      rmSync(report, { force: true })
      const args = ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', ...filter]
      ensureChromium()
      ensureHeadlessShell()
      ensureEngines()
      if (isLong) ensureDesktop()
      const env = {
        ...createTestEnvironment(process.env, { root, isLong }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      }
      const command = { root, env, signal, ...(isLong ? LONG_RUN : RUN) }
      return readPlaywrightResult(await runNode(args, command), report)
    },
  }
}

/** The annotation of the reference's tests in the report; `e2e/reference/record-names.ts` has the same text. */
const NAMES_ANNOTATION = 'names of the reference'

/** Checks that a passed test used each name of the reference, by the report of the preceding browser run. */
export const createReferenceStep = (root: string): Step => ({
  name: 'reference',
  async run() {
    const report = (readReport(join(root, REPORT_FOLDER, BROWSER_REPORT)) ?? {}) as NamesReport
    const seen = readNames(report, NAMES_ANNOTATION)
    const names = listNames(readProductTypes(root))
    const missing = names.filter((name) => !seen.has(name))
    if (missing.length === 0) {
      return {
        passed: 1,
        failed: 0,
        note: `${names.length} names were at work between two origins`,
      }
    }
    const output = `No test that passed had these at work:\n${missing.join('\n')}\n`
    return { passed: 0, failed: 1, output }
  },
})
