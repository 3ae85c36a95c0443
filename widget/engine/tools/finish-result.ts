import { nearestJson } from '../../../shared/bridge/plain-json.ts'
import { notJsonWarning } from './not-json-warning.ts'
import type { ToolResult } from './tool-outcome.ts'

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
