import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import type { BackendTool } from './backend-tool.ts'
import type { BackendTools } from './model.ts'
import { BACKEND_TOOL_TIMEOUT_MS } from './provider-limits.ts'
import { findInterrupt, type InterruptFields } from './find-interrupt.ts'
import { runTool, TOOL_TEXTS } from './run-tool.ts'

export interface CallSetup {
  readonly backend: BackendTools
  /** The row id of the answer; without it no tool is told an id of its call. */
  readonly answerId?: string | undefined
  /** Aborts when the answer is stopped. */
  readonly signal: AbortSignal
  /** For the operator's log. */
  readonly onFailure: (toolName: string, error: unknown) => void
  /** Of one call; default {@link BACKEND_TOOL_TIMEOUT_MS}. */
  readonly timeoutMs?: number
}

/** How a call ended; an error's text is safe to show. */
export type CallOutcome =
  | { readonly type: 'result'; readonly output: JsonValue }
  | { readonly type: 'failure'; readonly errorText: string }
  | { readonly type: 'interrupt'; readonly interrupt: InterruptFields }

export interface CallRunner {
  /** Never fails. The arguments must fit the tool's schema; the id is ours, given once in an answer. */
  run(tool: BackendTool, args: JsonObject, toolCallId: string): Promise<CallOutcome>
  /** Whether a call waits for an authorisation, so that the answer must end. */
  isInterrupted(): boolean
}

/** Runs the calls of one answer. Only one can ask for an authorisation: the answer ends with it. */
export function createCallRunner(setup: CallSetup): CallRunner {
  const { backend, answerId, signal, timeoutMs = BACKEND_TOOL_TIMEOUT_MS } = setup
  let isInterrupted = false

  function toOutcome({ name }: BackendTool, error: unknown): CallOutcome {
    const interrupt = findInterrupt(error)
    if (interrupt && !isInterrupted) {
      isInterrupted = true
      return { type: 'interrupt', interrupt }
    }
    if (interrupt) return { type: 'failure', errorText: TOOL_TEXTS.interrupted }
    if (!signal.aborted) setup.onFailure(name, error)
    return { type: 'failure', errorText: safeText(error) }
  }

  return {
    async run(tool, args, toolCallId) {
      // Providers count the calls of each answer anew: two people's refunds may have one id.
      const id = answerId === undefined ? {} : { toolCallId: `${answerId}.${toolCallId}` }
      try {
        const output = await runTool(args, { tool, backend, signal, timeoutMs, ...id })
        return { type: 'result', output }
      } catch (error) {
        return toOutcome(tool, error)
      }
    },
    isInterrupted: () => isInterrupted,
  }
}

/** No text of an error may look like an interrupt: readers take the prefix for one. */
function safeText(error: unknown): string {
  const text = error instanceof AlcoveError ? error.message : TOOL_TEXTS.failed
  return text.includes(INTERRUPT_PREFIX) ? TOOL_TEXTS.failed : text
}
