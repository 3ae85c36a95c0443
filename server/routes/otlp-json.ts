import * as v from 'valibot'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { parseInput } from './parse-input.ts'
import { parseJson } from './parse-json.ts'
import type { Span } from './span.ts'

const NANOSECONDS_PER_MS = 1_000_000
const STATUS_ERROR = 2

/** 64-bit numbers stand as text there; some senders write numbers all the same. */
const whole = v.union([v.pipe(v.string(), v.regex(/^-?\d{1,20}$/)), v.number()])
const attributesSchema = v.optional(
  v.array(v.object({ key: v.string(), value: v.optional(v.unknown()) })),
  [],
)
const requestSchema = v.object({
  resourceSpans: v.optional(
    v.array(
      v.object({
        scopeSpans: v.optional(
          v.array(
            v.object({
              spans: v.optional(
                v.array(
                  v.object({
                    traceId: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{32}$/)),
                    name: v.optional(v.string(), ''),
                    startTimeUnixNano: v.optional(whole, 0),
                    endTimeUnixNano: v.optional(whole, 0),
                    attributes: attributesSchema,
                    status: v.optional(v.object({ code: v.optional(v.unknown()) })),
                  }),
                ),
                [],
              ),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
})

/**
 * The spans of an export request in JSON.
 *
 * @throws AlcoveError `invalid_request`.
 */
export function decodeOtlpJson(bytes: Uint8Array): readonly Span[] {
  const { resourceSpans } = parseInput(requestSchema, parseJson(bytes))
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      traceId: span.traceId.toLowerCase(),
      name: span.name,
      startMs: Number(span.startTimeUnixNano) / NANOSECONDS_PER_MS,
      endMs: Number(span.endTimeUnixNano) / NANOSECONDS_PER_MS,
      hasFailed: span.status?.code === STATUS_ERROR || span.status?.code === 'STATUS_CODE_ERROR',
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, readValue(value)]),
      ),
    }))
}

/** A value with its type's name around it; nested ones keep that, nobody here reads them. */
function readValue(value: unknown): JsonValue {
  if (typeof value !== 'object' || value === null) return null
  const { stringValue, boolValue, intValue, doubleValue } = value as JsonObject
  if (stringValue !== undefined) return stringValue
  if (boolValue !== undefined) return boolValue
  if (intValue !== undefined) return Number(intValue)
  return doubleValue ?? (value as JsonObject)
}
