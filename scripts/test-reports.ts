import { existsSync, readFileSync } from 'node:fs'
import type { CommandResult } from './run-command.ts'
import type { StepResult } from './step.ts'

/** What we read of vitest's JSON report. */
interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

/** What we read of Playwright's JSON report. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

const FIGURE_PATTERN = /^figure:.*$/gm

export function readVitestResult(result: CommandResult, reportPath: string): StepResult {
  const report = readReport(reportPath) as VitestReport | undefined
  if (!report) return { passed: 0, failed: 1, output: result.output }
  return createResult(result, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

export function readPlaywrightResult(result: CommandResult, reportPath: string): StepResult {
  const report = readReport(reportPath) as PlaywrightReport | undefined
  if (!report) return { passed: 0, failed: 1, output: result.output }
  const { expected, unexpected, flaky, skipped } = report.stats
  return createResult(result, { passed: expected, failed: unexpected + flaky, skipped })
}

/** A run that failed without a failed test (a broken file, a broken set-up) is one failure. */
function createResult(
  { code, output }: CommandResult,
  counts: { passed: number; failed: number; skipped: number },
): StepResult {
  const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1)
  return { ...counts, failed, output, figures: output.match(FIGURE_PATTERN) ?? [] }
}

function readReport(path: string): unknown {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    // A run that was killed leaves half a report.
    return undefined
  }
}
