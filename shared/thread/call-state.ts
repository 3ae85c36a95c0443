import { isPlainObject } from '../json.ts'
import { THREAD_TEXTS } from '../thread-texts.ts'
import type { ToolApproval, ToolCallPart, ToolState } from './message.ts'
import { ARGUMENTS_DIFFER_TEXT } from './settle-args.ts'

/** True once the arguments are whole; they never change afterwards. */
export const isMade = ({ state }: ToolCallPart): boolean => state !== 'input-streaming'

/** The state of a call with its arguments and without a result. */
export function waitingState(approval: ToolApproval | undefined): ToolState {
  if (!approval) return 'input-available'
  return approval.isApproved === undefined ? 'approval-requested' : 'approval-responded'
}

export const asksPerson = (call: ToolCallPart): boolean =>
  call.state === 'approval-requested' || call.interrupt !== undefined

/** True while a result is missing and can still come. */
export const lacksResult = ({ state, result, approval }: ToolCallPart): boolean =>
  result === undefined && approval?.isApproved !== false && state !== 'output-denied'

/** The error of a page's tool that the person did not allow; a reason may follow. The model reads it. */
export const DENIED_TEXT = 'The person did not allow it.'
/** The error of a page's tool that the person skipped. The model reads it. */
export const SKIPPED_TEXT = 'User skipped this step.'

/** The reason why a call was not run, from its error text; `null` if it ran, or its tool failed. */
export function refusalOf(call: ToolCallPart): 'denied' | 'skipped' | 'contradicted' | null {
  const error = errorOf(call)
  if (error.startsWith(DENIED_TEXT)) return 'denied'
  if (error === ARGUMENTS_DIFFER_TEXT) return 'contradicted'
  return error === SKIPPED_TEXT ? 'skipped' : null
}

/** True if the call was refused for its arguments: no side may run it. */
export function isRefused(call: ToolCallPart): boolean {
  const error = errorOf(call)
  return error === ARGUMENTS_DIFFER_TEXT || error.startsWith(THREAD_TEXTS.argumentsParsing)
}

/** The error text of a failed call; empty for all others. */
export function errorOf({ state, result }: ToolCallPart): string {
  if (state !== 'output-error' || !isPlainObject(result)) return ''
  return typeof result['error'] === 'string' ? result['error'] : ''
}
