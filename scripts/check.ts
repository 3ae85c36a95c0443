// `npm run check`: all checks of sources and build, without running the tests.
import {
  createBuildStep,
  createSiteStep,
  createSizesStep,
  createSourceChecks,
} from './check-steps.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runSteps, summarise } from './step.ts'
import { keepStepTimes } from './step-times.ts'
import { createStopSignal } from './stop-signal.ts'

const PARALLEL_CHECKS = 2

readArguments()
const signal = createStopSignal()
const reports = [
  ...(await runSteps(createSourceChecks(REPOSITORY_ROOT), PARALLEL_CHECKS, signal, console.log)),
  ...(await runSteps([createSiteStep(REPOSITORY_ROOT)], 1, signal, console.log)),
  ...(await runSteps([createBuildStep(REPOSITORY_ROOT)], 1, signal, console.log)),
]
if (reports.at(-1)?.failed === 0) {
  reports.push(...(await runSteps([createSizesStep(REPOSITORY_ROOT)], 1, signal, console.log)))
}
keepStepTimes(REPOSITORY_ROOT, { check: Math.round(performance.now() / 1000) })
process.exitCode = summarise(reports, console.log)
