import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'

/** Fields of a report that rows have columns for. */
const COLUMNS: ReadonlySet<string> = new Set([
  'thread_id',
  'message_id',
  'status',
  'trace_id',
  'model_id',
  'duration_ms',
  'input_tokens',
  'output_tokens',
])
/** What clients send at any length, in the order in which it can be missed. */
const BULKY = ['output_text', 'tool_calls', 'steps'] as const

/**
 * What a report says besides its columns. Long texts of known fields are left out where all of it
 * would be too long: the answer itself is in the thread.
 *
 * @throws AlcoveError `too_large`.
 */
export function reportAttributes(report: Readonly<Record<string, unknown>>): JsonObject {
  const attributes = Object.fromEntries(
    Object.entries(report).filter(([name, value]) => !COLUMNS.has(name) && value !== undefined),
    // The report came as JSON.
  ) as Record<string, JsonObject[string]>
  for (const name of BULKY) {
    if (sizeOf(attributes) <= REPORT_ATTRIBUTES_MAX_BYTES) return attributes
    delete attributes[name]
  }
  if (sizeOf(attributes) <= REPORT_ATTRIBUTES_MAX_BYTES) return attributes
  const limit = REPORT_ATTRIBUTES_MAX_BYTES
  throw new AlcoveError(
    'too_large',
    `Expected at most ${limit} bytes of JSON besides the known fields.`,
    { data: { limit } },
  )
}

const sizeOf = (attributes: JsonObject): number => Buffer.byteLength(JSON.stringify(attributes))
