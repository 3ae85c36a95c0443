import { isSameJson, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { ToolApproval } from '../../../shared/thread/message.ts'
import { DENIED_TEXT, SKIPPED_TEXT } from '../../../shared/thread/call-state.ts'
import { finishResult, type Decision } from './tool-outcome.ts'
import type { RunTool, ToolSource } from './tool-registry.ts'
import { asksPerson, awaitsBrowser, isWaiting, type TrackedCall } from './tracked-call.ts'

/** A person's answer to a waiting tool call. */
export type ToolAnswer =
  /** Allows or denies a call that asked first. `args`: the arguments on the card. */
  | {
      readonly type: 'approval'
      readonly isApproved: boolean
      readonly reason?: string
      readonly args?: JsonValue
    }
  /** Answers a question that a tool asked with `human`, or a call that is itself a question. */
  | { readonly type: 'human'; readonly value: JsonValue }
  /** The person finished the identity provider's step: the call continues, or the answer is made again. */
  | { readonly type: 'interrupt' }
  /** Runs a call of the page's tool that a reload left waiting. `args`: the arguments on the card. */
  | { readonly type: 'run'; readonly args?: JsonValue }
  /** Continues without a result. */
  | { readonly type: 'skip' }

/** Consequence of a person's answer. */
export type CallStep =
  /** The call does not wait for such an answer. */
  | { readonly type: 'none' }
  /** The running tool took the answer. */
  | { readonly type: 'handled' }
  | { readonly type: 'start'; readonly tool: RunTool }
  | { readonly type: 'decide'; readonly decision: Decision }
  /** The whole answer is made again. */
  | { readonly type: 'reload' }

const NONE: CallStep = { type: 'none' }
const HANDLED: CallStep = { type: 'handled' }
const decide = (decision: Decision): CallStep => ({ type: 'decide', decision })

export function decideCall(
  call: TrackedCall,
  answer: ToolAnswer,
  tools: Pick<ToolSource, 'get'>,
  warn: (text: string) => void,
): CallStep {
  const { part, execution, result } = call
  if (!isMeant(part.args, answer)) return NONE
  const asked = askedApproval(call)
  const tool = awaitsBrowser(call) ? tools.get(part.toolName) : undefined
  const runTool = tool?.type === 'run' && !tool.isDisabled ? tool : undefined
  switch (answer.type) {
    case 'human':
      if (execution?.answer(answer.value)) return HANDLED
      return tool?.type === 'human' ? decide(finishResult(answer.value, warn)) : NONE
    case 'approval':
      if (asked) return decide(approvalOf(asked, answer))
      if (!runTool || !asksPerson(part, runTool)) return NONE
      if (result || call.check === 'running') return NONE
      return answer.isApproved
        ? { type: 'start', tool: runTool }
        : decide({ type: 'error', errorText: withReason(answer.reason) })
    case 'interrupt':
      if (!isWaiting(call) || !part.interrupt) return NONE
      return part.interrupt.behavior === 'reload'
        ? { type: 'reload' }
        : decide({ type: 'interrupt' })
    case 'run':
      if (!awaitsBrowser(call)) return NONE
      if (result) return decide(result)
      return runTool ? { type: 'start', tool: runTool } : NONE
    case 'skip':
      if (execution) {
        execution.abort(SKIPPED_TEXT)
        return HANDLED
      }
      if (!isWaiting(call)) return NONE
      // For its own tools the server takes no result from the browser, only a denial.
      return asked
        ? decide(approvalOf(asked, { isApproved: false, reason: SKIPPED_TEXT }))
        : decide({ type: 'error', errorText: SKIPPED_TEXT })
    default:
      return answer satisfies never
  }
}

/** An approval is valid only for the shown arguments: a reloaded row may have others. */
function isMeant(args: JsonObject, answer: ToolAnswer): boolean {
  const isYes = answer.type === 'run' || (answer.type === 'approval' && answer.isApproved)
  return !isYes || answer.args === undefined || isSameJson(answer.args, args)
}

/** Returns the approval that the server waits for, if one of its own tools needs it. */
const askedApproval = (call: TrackedCall): ToolApproval | undefined =>
  isWaiting(call) && call.part.state === 'approval-requested' ? call.part.approval : undefined

const approvalOf = (
  { id }: ToolApproval,
  { isApproved, reason }: { readonly isApproved: boolean; readonly reason?: string },
): Decision => ({
  type: 'approval',
  approvalId: id,
  isApproved,
  ...(reason === undefined ? {} : { reason }),
})

const withReason = (reason: string | undefined): string =>
  reason ? `${DENIED_TEXT} ${reason}` : DENIED_TEXT
