import type { JsonObject, JsonValue } from '../json.ts'
import { isMade, lacksResult, waitingState } from './call-state.ts'
import type { ToolApproval, ToolCallPart } from './message.ts'
import { parsePartialArgs } from './partial-json.ts'
import { ARGUMENTS_DIFFER_TEXT, settleArgs, type SettledArgs } from './settle-args.ts'

/** Up to this length arguments are parsed with each delta, longer ones each time they grew by an eighth. */
const EAGER_ARGS_CHARACTERS = 4_096
const LATER_GROWTH = Math.log(9 / 8)

/** The call with a further delta of its text. */
export function growArgs(call: ToolCallPart, delta: string): ToolCallPart {
  if (call.state !== 'input-streaming') return call
  const argsText = call.argsText + delta
  // Parsing a long text with each delta would cost its length squared.
  const isDue = argsText.length <= EAGER_ARGS_CHARACTERS || tierOf(argsText) > tierOf(call.argsText)
  return { ...call, argsText, ...(isDue ? { args: parsePartialArgs(argsText) } : {}) }
}

const tierOf = (text: string): number => Math.floor(Math.log(text.length) / LATER_GROWTH)

interface Input {
  readonly toolName: string
  readonly input: JsonValue
}

/** Makes a call of arguments that came whole. A call with a result stays unchanged. */
export function makeCall(call: ToolCallPart, { toolName, input }: Input): ToolCallPart {
  if (isMade(call) && !lacksResult(call)) return call
  if (toolName !== call.toolName) {
    return refuse(call, withLastArgs(call, input).args, ARGUMENTS_DIFFER_TEXT)
  }
  return withInput(call, input)
}

/**
 * The call with its final arguments, once they are known; refused if they contradict each other, or the
 * arguments with which it was already made.
 */
export function withInput(call: ToolCallPart, input?: JsonValue): ToolCallPart {
  if (isMade(call) && input === undefined) return call
  const settled = settleArgs(call.argsText, input)
  switch (settled.type) {
    case 'open':
      return call
    case 'whole':
      return isMade(call) ? call : withState({ ...call, ...argsOf(settled) })
    case 'refused':
      return refuse(call, isMade(call) ? call.args : settled.args, settled.errorText)
    default:
      return settled satisfies never
  }
}

/** The arguments in the form of a call's fields. `text`: the part that has arrived. */
export function argsOf(settled: SettledArgs, text = ''): Pick<ToolCallPart, 'args' | 'argsText'> {
  switch (settled.type) {
    case 'open':
      return { args: parsePartialArgs(text), argsText: text }
    case 'whole':
      return { args: settled.args, argsText: settled.argsText }
    case 'refused':
      return { args: settled.args, argsText: JSON.stringify(settled.args) }
    default:
      return settled satisfies never
  }
}

/** Ends a call that must not run. Marked as untold, unless its server runs it anyway. */
function refuse(call: ToolCallPart, args: JsonObject, errorText: string): ToolCallPart {
  const refused = withError({ ...call, args, argsText: JSON.stringify(args) }, errorText)
  return call.isRunByServer ? refused : { ...refused, isUntold: true }
}

/** A call that ends while its arguments still stream, with their readable part. */
export function withLastArgs(call: ToolCallPart, input?: JsonValue): ToolCallPart {
  if (isMade(call)) return call
  const text = typeof input === 'string' ? input : call.argsText
  const settled = settleArgs(text, typeof input === 'string' ? undefined : input)
  return { ...call, ...argsOf(settled, text) }
}

/** Approval may be requested before the arguments are whole; it waits for them. */
export const withApproval = (call: ToolCallPart, approval: ToolApproval): ToolCallPart => {
  const made = withInput({ ...call, approval })
  return isMade(made) && made.result === undefined ? withState(made) : made
}

const withState = (call: ToolCallPart): ToolCallPart => ({
  ...call,
  state: waitingState(call.approval),
})

export function withError(call: ToolCallPart, errorText: string): ToolCallPart {
  const result = { error: errorText }
  return withOutcome(call, { state: 'output-error', result, isError: true })
}

/** The call with its result or refusal: it is not pending any more. */
export function withOutcome(
  call: ToolCallPart,
  outcome: Pick<ToolCallPart, 'state' | 'result' | 'isError' | 'approval'>,
): ToolCallPart {
  const { interrupt: _, isError: __, isUntold: ___, ...rest } = withLastArgs(call)
  return { ...rest, ...outcome }
}
