import { nearestJson } from '../../../shared/bridge/plain-json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { notJsonWarning } from './tool-registry.ts'

/** Result of a tool that ran in this browser. */
export type ToolResult =
  | { readonly type: 'output'; readonly output: JsonValue }
  | { readonly type: 'error'; readonly errorText: string }

/** Decision about a call. */
export type Decision =
  | ToolResult
  /** For a tool that the server runs. */
  | {
      readonly type: 'approval'
      readonly approvalId: string
      readonly isApproved: boolean
      readonly reason?: string
    }
  /** The identity provider's step is finished: the server runs the call again. */
  | { readonly type: 'interrupt' }

/** Decision about one call. The server gets it, and the answer continues. */
export type ToolOutcome = {
  readonly toolCallId: string
  readonly toolName: string
  /** The arguments that were allowed, or used by the run. */
  readonly args: JsonObject
} & Decision

/** Limit of the server for a result as JSON text in UTF-8. */
export const RESULT_LIMIT_BYTES = 262_144

/**
 * Converts a tool's return value to a result. For a value other than JSON it warns, and uses the value's JSON
 * form or its text.
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
