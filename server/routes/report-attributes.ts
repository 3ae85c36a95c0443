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
  const limit = REPORT_ATTRIBUTES_MAX_BYTES
  const sizes = new Map(
    Object.entries(report)
      .filter(([name, value]) => !COLUMNS.has(name) && value !== undefined)
      .map(([name, value]) => [name, sizeOf(name, value)]),
  )
  let bytes = sizes.values().reduce((sum, size) => sum + size, 1)
  for (const name of BULKY) {
    if (bytes <= limit) break
    bytes -= sizes.get(name) ?? 0
    sizes.delete(name)
  }
  if (bytes <= limit) {
    // The report came as JSON.
    return Object.fromEntries(sizes.keys().map((name) => [name, report[name]])) as JsonObject
  }
  throw new AlcoveError(
    'too_large',
    `Expected at most ${limit} bytes of JSON besides the known fields.`,
    { data: { limit } },
  )
}

/** As JSON, with a colon and a comma; of all these one comma is a brace. */
const sizeOf = (name: string, value: unknown): number =>
  Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + 2
