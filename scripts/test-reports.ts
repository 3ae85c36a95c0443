import { existsSync, readFileSync } from 'node:fs'
import type { CommandResult } from './run-command.ts'
import { relative } from 'node:path'
import { REPOSITORY_ROOT } from './repository-root.ts'
import type { StepResult, TimedTest } from './step.ts'

/** The fields of Vitest's JSON report that are read here. */
interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults?: readonly {
    readonly name: string
    readonly assertionResults: readonly VitestTest[]
  }[]
}

interface VitestTest {
  readonly fullName: string
  readonly status: string
  readonly duration?: number
  readonly tags?: readonly string[]
}

/** The fields of Playwright's JSON report that are read here. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
}

const FIGURE_PATTERN = /^figure:.*$/gm

/** `isLeftOut` matches tags of tests that the run excluded, which the report lists as skipped. */
export function readVitestResult(
  result: CommandResult,
  reportPath: string,
  isLeftOut: (tags: readonly string[]) => boolean = () => false,
): StepResult {
  const report = readReport(reportPath) as VitestReport | undefined
  if (!report) return { passed: 0, failed: 1, output: result.output }
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const leftOut = tests.filter(
    ({ status, tags = [] }) => status === 'skipped' && isLeftOut(tags),
  ).length
  return createResult(result, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests - leftOut,
    times: (report.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        name: `${relative(REPOSITORY_ROOT, file)}: ${fullName}`,
        ms: duration,
      })),
    ),
  })
}

export function readPlaywrightResult(result: CommandResult, reportPath: string): StepResult {
  const report = readReport(reportPath) as PlaywrightReport | undefined
  if (!report) return { passed: 0, failed: 1, output: result.output }
  const { expected, unexpected, flaky, skipped } = report.stats
  return createResult(result, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    times: (report.suites ?? []).flatMap(readTimes),
  })
}

const readTimes = ({ suites = [], specs = [] }: PlaywrightSuite): readonly TimedTest[] => [
  ...specs.map(({ title, file, tests }) => ({
    name: `e2e/${file}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(readTimes),
]

/** A failed run without a failed test (a broken file, a broken set-up) counts as one failure. */
function createResult(
  { code, output }: CommandResult,
  counts: Pick<StepResult, 'passed' | 'failed' | 'skipped' | 'times'>,
): StepResult {
  const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1)
  return { ...counts, failed, output, figures: output.match(FIGURE_PATTERN) ?? [] }
}

/** Reads a report; `undefined` if it is missing or incomplete. */
export function readReport(path: string): unknown {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    // A killed run leaves an incomplete report.
    return undefined
  }
}
