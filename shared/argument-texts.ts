import { isJsonValue, isPlainObject, JSON_DEPTH_LIMIT } from './json.ts'
import { THREAD_TEXTS } from './thread-texts.ts'

/** A fault of one place in a call's arguments. */
interface Issue {
  /** From the arguments down; empty: the arguments themselves. */
  readonly path: readonly string[]
  readonly message: string
}

/** The model's text about unparsable arguments, with the cause in quotes. */
export const describeUnreadable = (cause: string): string =>
  `${THREAD_TEXTS.argumentsParsing} ${JSON.stringify(cause)}`

/** The model's text about arguments that their schema refuses. */
export const describeIssues = (issues: readonly Issue[]): string =>
  `${THREAD_TEXTS.argumentsValidation} ${JSON.stringify(issues)}`

/** The fault of arguments that are not an object or cannot be stored; undefined: none. */
export function checkReadable(args: unknown): string | undefined {
  if (!isPlainObject(args)) return describeUnreadable('Arguments must be a JSON object')
  if (isJsonValue(args)) return undefined
  return describeUnreadable(`Arguments have more than ${JSON_DEPTH_LIMIT} levels`)
}
