// `npm test`: all tests except nightly ones. `npm run test:long`: these too, and the fault and fuzz tests
// with their full counts. `npm test -- unit end-to-end` runs the named parts.
import {
  createBuildStep,
  createSiteStep,
  createSizesStep,
  createSourceChecks,
} from './check-steps.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { listSlowest, runSteps, summarise } from './step.ts'
import type { Step, StepReport } from './step.ts'
import { keepStepTimes } from './step-times.ts'
import { createStopSignal } from './stop-signal.ts'
import {
  createBrowserStep,
  createIntegrationStep,
  createLongStep,
  createNightlyStep,
  createTimedStep,
  createReferenceStep,
  createUnitStep,
} from './test-steps.ts'

const PARALLEL_CHECKS = 2
const SLOWEST_SHOWN = 10

const { values, words: names } = readArguments(
  { long: { type: 'boolean', default: false } },
  Number.MAX_SAFE_INTEGER,
)
const isLong = values.long
const options = { root: REPOSITORY_ROOT, isLong }
const signal = createStopSignal()

const isWanted = ({ name }: Step): boolean => names.length === 0 || names.includes(name)
const run = (steps: readonly Step[], width: number): Promise<StepReport[]> =>
  runSteps(steps.filter(isWanted), width, signal, console.log)

const checks = isLong ? [] : await run(createSourceChecks(REPOSITORY_ROOT), PARALLEL_CHECKS)
// Builds first, so that browser tests see the current sources.
const buildSteps = [createBuildStep(REPOSITORY_ROOT), createSiteStep(REPOSITORY_ROOT)]
const builds = await runSteps(buildSteps, PARALLEL_CHECKS, signal, console.log)
const isBuilt = builds.every(({ failed }) => failed === 0)
/** With a stale build, tests would pass that fail with the current sources. */
const afterBuild = (step: Step): Step =>
  isBuilt ? step : { ...step, run: () => Promise.reject(new Error('Not run: the build failed.')) }

// Runs tests one by one, so that nothing disturbs their timing.
const tests = isLong
  ? [
      createLongStep(options),
      createNightlyStep(options),
      afterBuild(createBrowserStep(options)),
      afterBuild(createTimedStep(options)),
      createReferenceStep(REPOSITORY_ROOT),
    ]
  : [
      afterBuild(createSizesStep(REPOSITORY_ROOT)),
      createUnitStep(options),
      createIntegrationStep(options),
      afterBuild(createBrowserStep(options)),
    ]
const reports = [...checks, ...builds, ...(await run(tests, 1))]
const slowest = listSlowest(reports, SLOWEST_SHOWN)
if (slowest.length > 0) console.log(['\nThe slowest tests:', ...slowest].join('\n'))
if (isLong) for (const figure of reports.flatMap(({ figures = [] }) => figures)) console.log(figure)
const unknown = names.filter((name) => reports.every((report) => report.name !== name))
if (unknown.length > 0) {
  reports.push({ name: unknown.join(', '), ms: 0, passed: 0, failed: 1 })
  console.log(`There is no part named ${unknown.join(', ')}.`)
}
if (!isLong) {
  const seconds = reports.map(({ name, ms }) => [name, Math.round(ms / 1000)] as const)
  const all = names.length === 0 ? { all: Math.round(performance.now() / 1000) } : {}
  keepStepTimes(REPOSITORY_ROOT, { ...Object.fromEntries(seconds), ...all })
}
process.exitCode = summarise(reports, console.log)
