import { isPlainObject } from '../json.ts'
import type { ToolCallPart } from './message.ts'

/** The error of a page's tool that the person did not allow; a reason may follow. The model reads it. */
export const DENIED_TEXT = 'The person did not allow it.'
/** The error of a page's tool that the person skipped. The model reads it. */
export const SKIPPED_TEXT = 'User skipped this step.'

/** What the person said instead of having the call run. Read from its error: no state tells it. */
export function refusalOf({ state, result }: ToolCallPart): 'denied' | 'skipped' | null {
  if (state !== 'output-error' || !isPlainObject(result)) return null
  const { error } = result
  if (typeof error !== 'string') return null
  if (error.startsWith(DENIED_TEXT)) return 'denied'
  return error === SKIPPED_TEXT ? 'skipped' : null
}
