import { createContext, Script, type Context } from 'node:vm'

let context: Context | undefined
const script = new Script('work()')

/**
 * Runs synchronous work, and ends it at a time limit even in the middle of a regular expression.
 *
 * @throws the error of the work; at the limit one with the code `ERR_SCRIPT_EXECUTION_TIMEOUT`.
 */
export function runWithTimeLimit<Result>(work: () => Result, timeoutMs: number): Result {
  context ??= createContext({})
  context['work'] = work
  try {
    return script.runInContext(context, { timeout: timeoutMs }) as Result
  } finally {
    delete context['work']
  }
}

/** True for the error of work that {@link runWithTimeLimit} ended. */
export const isTimeLimit = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
