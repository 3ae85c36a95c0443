import { nearestJson } from '../../../shared/bridge/plain-json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { notJsonWarning } from './tool-registry.ts'

/** How a tool of this browser ended. */
export type ToolResult =
  | { readonly type: 'output'; readonly output: JsonValue }
  | { readonly type: 'error'; readonly errorText: string }

/** What was decided about a call. */
export type Decision =
  | ToolResult
  /** Of a tool that the server runs. */
  | {
      readonly type: 'approval'
      readonly approvalId: string
      readonly isApproved: boolean
      readonly reason?: string
    }
  /** The identity provider has what it wanted: the server runs the call again. */
  | { readonly type: 'interrupt' }

/** What was decided about one call; the server is told, and the answer goes on. */
export type ToolOutcome = {
  readonly toolCallId: string
  readonly toolName: string
  /** The arguments that were allowed, or ran. */
  readonly args: JsonObject
} & Decision

/** Of a result as JSON text in UTF-8; the server takes no more. */
export const RESULT_LIMIT_BYTES = 262_144

/**
 * Makes a result of whatever a tool returned. What is no JSON is only warned of: its JSON form goes
 * out, or its text.
 */
export function finishResult(value: unknown, warn: (text: string) => void): ToolResult {
  if (value === undefined) return { type: 'output', output: '<no result>' }
  const { json, isExact } = nearestJson(value)
  const text = JSON.stringify(json)
  if (!isExact) warn(notJsonWarning(text))
  if (new TextEncoder().encode(text).length > RESULT_LIMIT_BYTES) {
    const errorText = `The result has more than ${RESULT_LIMIT_BYTES} bytes.`
    return { type: 'error', errorText }
  }
  return { type: 'output', output: json }
}
