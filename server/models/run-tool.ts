import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { BackendTool } from './backend-tool.ts'
import type { BackendTools } from './model.ts'
import { wellFormedJson } from './well-formed-json.ts'

/** What the model and the person are told of a tool that failed; nothing of its own words. */
export const TOOL_TEXTS = {
  failed: 'The tool failed.',
  slow: 'The tool took too long.',
  stopped: 'The tool was stopped.',
  cutOff: 'This call was cut off; whether it was carried out is not known.',
  noJson: 'The tool gave no JSON.',
  large: (bytes: number) => `The tool’s result is too large: at most ${bytes} bytes.`,
  unknown: 'The tool does not exist any more.',
  interrupted:
    'Another call of this answer waits for an authorization. Call this tool again after it.',
} as const

interface ToolRun {
  readonly tool: BackendTool
  readonly backend: Pick<BackendTools, 'caller' | 'resultBytes'>
  readonly timeoutMs: number
  /** Aborts when the answer is stopped. */
  readonly signal: AbortSignal
  readonly toolCallId?: string
}

/**
 * Runs a tool of the operator's for the model.
 *
 * @throws AlcoveError with a text that is safe to show; the tool's own error is its `cause`.
 */
export async function runTool(args: JsonObject, run: ToolRun): Promise<JsonValue> {
  const { tool, backend, timeoutMs, toolCallId } = run
  const id = toolCallId === undefined ? {} : { toolCallId }
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([run.signal, timeout])
  const result = await Promise.race([
    execute(tool, args, { ...backend.caller, ...id, signal }),
    whenAborted(signal).then(() => {
      // A tool that does not listen goes on alone; nobody waits for it.
      throw fail(timeout.aborted ? TOOL_TEXTS.slow : TOOL_TEXTS.stopped)
    }),
  ])
  if (!isJsonValue(result)) throw fail(TOOL_TEXTS.noJson)
  const whole = wellFormedJson(result)
  if (Buffer.byteLength(JSON.stringify(whole)) > backend.resultBytes) {
    throw fail(TOOL_TEXTS.large(backend.resultBytes))
  }
  return whole
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
    // An error of ours was written to be read.
    throw error instanceof AlcoveError ? error : fail(TOOL_TEXTS.failed, error)
  }
}

/** What a tool leaves out of its result would not survive JSON either. */
function normalize(value: unknown): unknown {
  if (value === undefined) return null
  return isPlainObject(value) || Array.isArray(value) ? JSON.parse(JSON.stringify(value)) : value
}

function fail(text: string, cause?: unknown): AlcoveError {
  return new AlcoveError('unavailable', text, { cause })
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
