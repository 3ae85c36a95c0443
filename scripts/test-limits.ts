/**
 * Limits of tests. A wait ends when its condition holds; its limit is for a test that hangs. Limits make no
 * claim about speed, because a busy machine slows a test down twenty times. Benchmarks measure speed.
 */
export const UNIT_LIMIT_MS = 2 * 60_000
export const INTEGRATION_LIMIT_MS = 5 * 60_000
/** For a program that a test starts. */
export const START_LIMIT_MS = 2 * 60_000
/** For `vi.waitFor` and `expect.poll`, whose default of one second is too short for a slow machine. */
export const WAIT_LIMIT_MS = 60_000
/** For a test in a browser, and for one assertion about the page. */
export const BROWSER_LIMIT_MS = 4 * 60_000
export const LOOK_LIMIT_MS = 30_000

/** Slack for promised times in `npm test`, which runs beside other work. */
const SLOW_FACTOR = 10

/**
 * Upper bound of a promised time: the promise itself in `npm run test:long`, which prints the figure, and ten
 * times as long in `npm test`.
 */
export const figureLimit = (promised: number, isLong = process.env['ALCOVE_TEST_LONG'] === '1') =>
  isLong ? promised : SLOW_FACTOR * promised

export interface WaitOptions {
  readonly timeout?: number
  readonly interval?: number
}

/** The options of a wait: its own limit, or the default above. */
export const withWaitLimit = (options: number | WaitOptions = {}): WaitOptions =>
  typeof options === 'number' ? { timeout: options } : { timeout: WAIT_LIMIT_MS, ...options }
