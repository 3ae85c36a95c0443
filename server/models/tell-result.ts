import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'
import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import { wellFormedJson } from '../../shared/well-formed-json.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import type { AnswerContent } from './tell-step.ts'

/** The model's text about a call that was not approved. */
export const DENIED_TEXT =
  'The person did not allow this call, so it was not made. Do not make it again unless they ask for it.'

export const isEnded = ({ state }: ToolCallPart): boolean =>
  state === 'output-available' || state === 'output-error' || state === 'output-denied'

/** The result of a call, with the provider's data about the call. */
export function resultOf(part: AnswerContent[number], calls: readonly ToolCallPart[]) {
  if (part.type !== 'tool-call') return []
  const { toolCallId, toolName, providerOptions } = part
  const call = calls.findLast((each) => each.toolCallId === toolCallId)
  if (!call) return []
  const named = { type: 'tool-result' as const, toolCallId, toolName, output: toOutput(call) }
  return [providerOptions ? { ...named, providerOptions } : named]
}

function toOutput(call: ToolCallPart): LanguageModelV4ToolResultOutput {
  const { state, isError, approval, result = null } = call
  if (state === 'output-denied') {
    const reason = approval?.reason?.trim() ?? ''
    const said = reason === '' ? '' : ` Their reason: ${JSON.stringify(reason.toWellFormed())}`
    return { type: 'error-text', value: DENIED_TEXT + said }
  }
  if (!isEnded(call)) return { type: 'error-text', value: TOOL_TEXTS.cutOff }
  const isFailure = isError === true || state === 'output-error'
  const value = wellFormedJson(isFailure ? readError(result) : result)
  // As the model read it in the answer itself: the prompts of later turns begin with the same words.
  return typeof value === 'string'
    ? { type: isFailure ? 'error-text' : 'text', value }
    : { type: isFailure ? 'error-json' : 'json', value }
}

/** The text of an error, which is stored as `{ error }`. */
function readError(result: JsonValue): JsonValue {
  if (!isPlainObject(result)) return result
  const { error, ...rest } = result
  return typeof error === 'string' && Object.keys(rest).length === 0 ? error : result
}
