import type { ToolContext } from './backend-tool.ts'
import { failureName } from './model-log.ts'
import { isOperatorEnd, OperatorCallError } from './operator-call-error.ts'

/** Time limit of a function of the operator, if the assistant sets none. */
export const HOOK_TIMEOUT_MS = 10_000
/** Maximum that an assistant may set. */
export const HOOK_TIMEOUT_MOST_MS = 60_000

/** The user in whose conversation a function of the operator is called. */
export type OperatorCaller = Omit<ToolContext, 'signal' | 'toolCallId'>

export interface OperatorCall {
  readonly hook: string
  readonly timeoutMs: number
  /** Aborts when the answer is stopped. */
  readonly signal: AbortSignal
}

/**
 * Calls a function of the operator, whose signal aborts at the time limit and at a stop.
 *
 * @throws OperatorCallError, a HookRefusal of the task, or the reason of `signal`.
 */
export async function callOperator<Value>(
  { hook, timeoutMs, signal }: OperatorCall,
  task: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, timeout])
  // Limit: HOOK_TIMEOUT_MS, "a function of the operator has its time, and not more".
  const aborted = new Promise<never>((_, reject) => {
    either.addEventListener('abort', () => reject(either.reason as Error), { once: true })
  })
  try {
    return await Promise.race([startTask(task, either), aborted])
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new OperatorCallError(hook, `no answer within ${timeoutMs} ms`)
    if (isOperatorEnd(error)) throw error
    throw new OperatorCallError(hook, failureName(error), error)
  }
}

/** A function that throws at once rejects as one that throws later. */
const startTask = async <Value>(
  task: (signal: AbortSignal) => Value | Promise<Value>,
  signal: AbortSignal,
): Promise<Value> => task(signal)
