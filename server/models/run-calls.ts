import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { wellFormedJson } from '../../shared/well-formed-json.ts'
import { TOOL_TEXTS, type BackendTool } from './backend-tool.ts'
import { createSizedCheck } from './check-call.ts'
import { isOperatorEnd, OperatorCallError, type HookRefusal } from './operator-call-error.ts'
import { refusalText } from './provider-failure.ts'
import { findInterrupt, writeInterrupt, type InterruptFields } from './interrupt.ts'
import type { BackendTools } from './model.ts'
import { runAtOnce } from './run-at-once.ts'
import { BACKEND_TOOL_TIMEOUT_MS } from './provider-limits.ts'

interface ToolRun {
  readonly tool: BackendTool
  readonly backend: Pick<BackendTools, 'caller' | 'resultBytes'>
  readonly timeoutMs: number
  /** Aborts when the answer is stopped. */
  readonly signal: AbortSignal
  readonly toolCallId?: string
}

/**
 * Runs an operator's tool for the model.
 *
 * @throws AlcoveError with a text that is safe to show; the tool's own error is its `cause`.
 */
async function runTool(args: JsonObject, run: ToolRun): Promise<JsonValue> {
  const { tool, backend, timeoutMs, toolCallId } = run
  const id = toolCallId === undefined ? {} : { toolCallId }
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([run.signal, timeout])
  const result = await Promise.race([
    execute(tool, args, { ...backend.caller, ...id, signal }),
    whenAborted(signal).then(() => {
      // A tool that ignores the signal runs on alone; its result is dropped.
      throw fail(timeout.aborted ? TOOL_TEXTS.slow : TOOL_TEXTS.stopped)
    }),
  ])
  if (!isJsonValue(result)) throw fail(TOOL_TEXTS.noJson)
  return requireSize(wellFormedJson(result), backend.resultBytes)
}

function requireSize(result: JsonValue, maxBytes: number): JsonValue {
  if (Buffer.byteLength(JSON.stringify(result)) <= maxBytes) return result
  throw fail(TOOL_TEXTS.large(maxBytes))
}

async function execute(
  tool: BackendTool,
  args: JsonObject,
  context: Parameters<BackendTool['execute']>[1],
): Promise<unknown> {
  try {
    const result = await tool.execute(args, context)
    return normalize(result)
  } catch (error) {
    // Our own errors have texts that are safe to show.
    throw error instanceof AlcoveError ? error : fail(TOOL_TEXTS.failed, error)
  }
}

/** Drops the same values that JSON would drop. */
function normalize(value: unknown): unknown {
  if (value === undefined) return null
  return isPlainObject(value) || Array.isArray(value) ? JSON.parse(JSON.stringify(value)) : value
}

function fail(text: string, cause?: unknown): AlcoveError {
  return new AlcoveError('unavailable', text, { cause })
}

function whenAborted(signal: AbortSignal): Promise<void> {
  // No limit: it races with a tool that has BACKEND_TOOL_TIMEOUT_MS.
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

interface CallSetup {
  readonly backend: BackendTools
  /** Row id of the answer; without it tools get no id of their call. */
  readonly answerId?: string | undefined
  /** Aborts when the answer is stopped. */
  readonly signal: AbortSignal
  /** For the operator's log. */
  readonly onFailure: (toolName: string, error: unknown) => void
  /** Time limit of one call; default {@link BACKEND_TOOL_TIMEOUT_MS}. */
  readonly timeoutMs?: number
}

/** Outcome of a call; an error's text is safe to show. */
export type CallOutcome =
  | { readonly type: 'result'; readonly output: JsonValue }
  | { readonly type: 'failure'; readonly errorText: string }
  | { readonly type: 'interrupt'; readonly interrupt: InterruptFields }
  /** A hook withheld the result: the answer ends with the error. */
  | { readonly type: 'refusal'; readonly error: HookRefusal | OperatorCallError }

/**
 * Runs a call; never rejects. The arguments must fit the tool's schema; the id is ours, unique within the
 * answer.
 */
export type CallRunner = (
  tool: BackendTool,
  args: JsonObject,
  toolCallId: string,
) => Promise<CallOutcome>

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

  return async (tool, args, toolCallId) => {
    // Providers restart their ids in each answer: two people's refunds may have the same id.
    const id = answerId === undefined ? {} : { toolCallId: `${answerId}.${toolCallId}` }
    try {
      const result = await runTool(args, { tool, backend, signal, timeoutMs, ...id })
      const { onToolResult: judge, resultBytes } = backend
      if (!judge) return { type: 'result', output: result }
      const judged = await judge({ toolName: tool.name, args, result }, signal)
      return { type: 'result', output: requireSize(judged, resultBytes) }
    } catch (error) {
      if (isOperatorEnd(error)) return { type: 'refusal', error }
      return toOutcome(tool, error)
    }
  }
}

/** An error's text must not look like an interrupt, which readers recognize by its prefix. */
function safeText(error: unknown): string {
  const text = error instanceof AlcoveError ? error.message : TOOL_TEXTS.failed
  return text.includes(INTERRUPT_PREFIX) ? TOOL_TEXTS.failed : text
}

/**
 * Runs calls that were approved or authorised, concurrently and with the stored arguments. The stream
 * contains `tool-output-available` or `tool-output-error` for each, in the order in which they end. If a call
 * asks for an authorisation, the last chunk is an `error` with its interrupt, and that call stays without a
 * result. Never rejects, and ends soon after `signal` aborts.
 */
export async function* resumeCalls(
  calls: readonly ToolCallPart[],
  setup: CallSetup,
): AsyncGenerator<Chunk, void, undefined> {
  const runner = createCallRunner(setup)
  const run = async (call: ToolCallPart) => ({ call, outcome: await runCall(call, runner, setup) })
  let interrupted: Chunk | undefined
  for await (const { call, outcome } of runAtOnce(calls, run, setup.signal)) {
    // A finished tool call is reported even if the stop came at the same time.
    if (setup.signal.aborted && outcome.type !== 'result') continue
    const chunk = toChunk(call, outcome)
    if (outcome.type === 'refusal') {
      interrupted = { type: 'error', errorText: refusalText(outcome.error) }
      if (outcome.error instanceof OperatorCallError) setup.onFailure(call.toolName, outcome.error)
    }
    if (chunk.type === 'error') interrupted = chunk
    else yield chunk
  }
  if (interrupted) yield interrupted
}

async function runCall(
  { toolCallId, toolName, args }: ToolCallPart,
  runner: CallRunner,
  { backend }: CallSetup,
): Promise<CallOutcome> {
  const tool = backend.tools.find(({ name }) => name === toolName)
  if (!tool) return { type: 'failure', errorText: TOOL_TEXTS.unknown }
  // The operator may have changed the schema since.
  const problem = createSizedCheck(tool, backend.argsBytes)(args)
  if (problem !== undefined) return { type: 'failure', errorText: problem }
  return runner(tool, args, toolCallId)
}

function toChunk(call: ToolCallPart, outcome: CallOutcome): Chunk {
  const { toolCallId } = call
  switch (outcome.type) {
    case 'result':
      return { type: 'tool-output-available', toolCallId, output: outcome.output }
    case 'failure':
      return { type: 'tool-output-error', toolCallId, errorText: outcome.errorText }
    case 'interrupt':
      return { type: 'error', errorText: writeInterrupt(outcome.interrupt, call) }
    case 'refusal':
      return { type: 'tool-output-error', toolCallId, errorText: TOOL_TEXTS.withheld }
    default:
      outcome satisfies never
      return { type: 'tool-output-error', toolCallId, errorText: TOOL_TEXTS.failed }
  }
}
