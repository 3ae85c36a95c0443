export interface StepResult {
  readonly passed: number
  readonly failed: number
  readonly skipped?: number
  /** A short remark for a passed step. */
  readonly note?: string
  /** Lines that are printed even if the step passed. */
  readonly warnings?: readonly string[]
  /** The full output of a failure. */
  readonly output?: string
  /** Measurements of long tests, one per line. */
  readonly figures?: readonly string[]
  readonly times?: readonly TimedTest[]
}

/** Duration of a test. */
export interface TimedTest {
  readonly name: string
  readonly ms: number
}

/** A named part of a check or a test run. */
export interface Step {
  readonly name: string
  run(signal: AbortSignal): Promise<StepResult>
}

export interface StepReport extends StepResult {
  readonly name: string
  readonly ms: number
}

const NAME_WIDTH = 14

/**
 * Runs steps, at most `width` at a time, and prints a line for each when it ends, followed by the output of a
 * failure. A step that throws has failed.
 */
export async function runSteps(
  steps: readonly Step[],
  width: number,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<StepReport[]> {
  const reports: StepReport[] = []
  const waiting = [...steps]
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const report = await runStep(step, signal)
      reports.push(report)
      for (const line of formatReport(report)) print(line)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return reports
}

async function runStep(step: Step, signal: AbortSignal): Promise<StepReport> {
  const start = performance.now()
  const result = await (signal.aborted
    ? Promise.resolve({ passed: 0, failed: 1, output: 'Not run: it was stopped before.' })
    : step.run(signal).catch(describeCrash))
  return { ...result, name: step.name, ms: performance.now() - start }
}

const describeCrash = (error: unknown): StepResult => ({
  passed: 0,
  failed: 1,
  output: error instanceof Error ? error.message : String(error),
})

function formatReport(report: StepReport): string[] {
  const { name, ms, passed, failed, skipped = 0, note, output, warnings = [] } = report
  const counts = [
    passed + failed > 1 ? `${passed} passed` : '',
    failed > 0 && passed + failed > 1 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    note ?? '',
  ].filter(Boolean)
  const mark = failed > 0 ? '✗' : '✓'
  const line = `${mark} ${name.padEnd(NAME_WIDTH)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${counts.join(', ')}`
  const details = failed > 0 && output ? [...warnings, ...output.trimEnd().split('\n')] : warnings
  if (details.length === 0) return [line.trimEnd()]
  return [line.trimEnd(), ...details.map((text) => `    ${text}`), '']
}

/** The slowest tests of all steps, one per line. */
export function listSlowest(reports: readonly StepResult[], count: number): string[] {
  const times = reports.flatMap((report) => report.times ?? [])
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

/** Prints the failed steps and, last, the counts. Returns the exit code. */
export function summarise(reports: readonly StepReport[], print: (line: string) => void): number {
  const sum = (pick: (report: StepReport) => number): number =>
    reports.reduce((total, report) => total + pick(report), 0)
  const passed = sum((report) => report.passed)
  const failed = sum((report) => report.failed)
  const names = reports.filter((report) => report.failed > 0).map((report) => report.name)
  print('')
  if (names.length > 0) print(`Failed: ${names.join(', ')}.`)
  print(`${passed} passed, ${failed} failed`)
  // A run without tests has not passed.
  return failed === 0 && passed > 0 ? 0 : 1
}
