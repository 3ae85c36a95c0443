import * as v from 'valibot'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { parseInput, parseJson } from '../routes/parse-input.ts'
import type { Steps } from '../steps/in-turns.ts'
import { requireAtMost, SPAN_ATTRIBUTES_MAX, SPANS_MAX, type Span } from './trace-reports.ts'

const NANOSECONDS_PER_MS = 1_000_000
const STATUS_ERROR = 2

/** 64-bit numbers stand as text there; some senders write numbers all the same. */
const WHOLE_PATTERN = /^-?\d{1,20}$/
const whole = v.union([v.pipe(v.string(), v.regex(WHOLE_PATTERN)), v.number()])
const attributesSchema = v.optional(
  v.array(v.object({ key: v.string(), value: v.optional(v.unknown()) })),
  [],
)
const spanSchema = v.object({
  traceId: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{32}$/)),
  name: v.optional(v.string(), ''),
  startTimeUnixNano: v.optional(whole, 0),
  endTimeUnixNano: v.optional(whole, 0),
  attributes: attributesSchema,
  status: v.optional(v.object({ code: v.optional(v.unknown()) })),
})
type WrittenSpan = v.InferOutput<typeof spanSchema>
// Each span by itself, later: thousands of them take their time.
const scopeSchema = v.object({ spans: v.optional(v.array(v.unknown()), []) })
const resourceSchema = v.object({ scopeSpans: v.optional(v.array(scopeSchema), []) })
const requestSchema = v.pipe(
  // Lists are objects to what follows.
  v.custom<unknown>(isPlainObject, 'Expected an object.'),
  v.object({ resourceSpans: v.optional(v.array(resourceSchema), []) }),
)

/**
 * The spans of an export request in JSON, in short steps.
 *
 * @throws AlcoveError `invalid_request`, `too_large`.
 */
export function* decodeOtlpJson(bytes: Uint8Array): Steps<readonly Span[]> {
  const { resourceSpans } = parseInput(requestSchema, yield* parseJson([bytes]))
  const written = resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
  requireAtMost(SPANS_MAX, written.length, 'spans')
  const spans: Span[] = []
  for (const span of written) {
    yield
    spans.push(readSpan(parseInput(spanSchema, span)))
  }
  return spans
}

function readSpan({ attributes, status, ...span }: WrittenSpan): Span {
  requireAtMost(SPAN_ATTRIBUTES_MAX, attributes.length, 'attributes of a span')
  return {
    traceId: span.traceId.toLowerCase(),
    name: span.name,
    startMs: Number(span.startTimeUnixNano) / NANOSECONDS_PER_MS,
    endMs: Number(span.endTimeUnixNano) / NANOSECONDS_PER_MS,
    hasFailed: status?.code === STATUS_ERROR || status?.code === 'STATUS_CODE_ERROR',
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)])),
  }
}

/** A value with its type's name around it; nested ones keep that, nobody here reads them. */
function readValue(value: unknown): JsonValue {
  if (typeof value !== 'object' || value === null) return null
  const { stringValue, boolValue, intValue, doubleValue } = value as JsonObject
  if (stringValue !== undefined) return typeof stringValue === 'string' ? stringValue : null
  if (boolValue !== undefined) return typeof boolValue === 'boolean' ? boolValue : null
  if (intValue !== undefined) return v.is(whole, intValue) ? Number(intValue) : null
  // Not a number and the infinite ones stand as text there.
  if (doubleValue !== undefined) return typeof doubleValue === 'number' ? doubleValue : null
  return value as JsonObject
}
