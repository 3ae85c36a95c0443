import type { JsonObject } from '../../shared/json.ts'
import { callOperator, type OperatorCaller } from './operator-call.ts'
import { OperatorCallError } from './operator-call-error.ts'

/** Maximum of an operator's system text, in bytes. */
export const SYSTEM_MAX_BYTES = 8_192

/** The conversation for which instructions are wanted. */
export interface SystemQuestion extends OperatorCaller {
  /**
   * Data that the page sent with the last message (`setContext`). It comes from a browser, and nothing has
   * checked it. Undefined: none.
   */
  readonly pageContext: JsonObject | undefined
  readonly date: Date
  /** Aborts when the time limit has passed or the answer is stopped. */
  readonly signal: AbortSignal
}

/** Returns an assistant's instructions, at most 8,192 bytes; called once for each answer. */
export type SystemFunction = (question: SystemQuestion) => string | Promise<string>

/**
 * The text of an operator's function.
 *
 * @throws OperatorCallError
 */
export const askSystem = (
  system: SystemFunction,
  question: Omit<SystemQuestion, 'signal'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> =>
  callOperator({ hook: 'system', timeoutMs, signal }, async (either) => {
    const text: unknown = await system({ ...question, signal: either })
    if (typeof text !== 'string') throw new OperatorCallError('system', 'the value is no text')
    if (Buffer.byteLength(text) > SYSTEM_MAX_BYTES) {
      throw new OperatorCallError('system', `the text has more than ${SYSTEM_MAX_BYTES} bytes`)
    }
    return text
  })
