import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import * as v from 'valibot'
import { described } from '../../shared/api/described.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { isRowName } from '../routes/find-row.ts'
import { parseInput, parseJson } from '../routes/parse-input.ts'
import { createSizeError, readBody } from '../routes/read-body.ts'
import { route, type Route } from '../routes/route.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import type { ScopedReport, ThreadRow } from '../store/store.ts'
import { decodeOtlpProtobuf } from './otlp-protobuf.ts'
import {
  readTraces,
  requireAtMost,
  SPAN_ATTRIBUTES_MAX,
  SPANS_MAX,
  TRACES_MAX,
  type Span,
} from './trace-reports.ts'

/** Maximum of one export, compressed and uncompressed. */
export const TRACES_MAX_BYTES = 4_194_304

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Steps<readonly Span[]>>> = {
  'application/json': decodeOtlpJson,
  'application/x-protobuf': decodeOtlpProtobuf,
}

const tracesSchema = v.object({
  partialSuccess: described(
    v.optional(
      v.object({
        rejectedSpans: described(v.number(), 'How many spans belong to no thread of the project.'),
        errorMessage: described(v.string(), 'Why spans were not taken.'),
      }),
    ),
    'Only when spans were left out.',
  ),
})

export const traceRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/traces',
    summary: 'Take spans of models by OTLP; each trace that names a thread becomes a report',
    access: 'server',
    mediaTypes: Object.keys(DECODERS),
    headers: { 'Content-Encoding': 'gzip or deflate, or none' },
    answers: { 200: tracesSchema },
    async handle(c, _, { store }) {
      const [type = ''] = (c.req.header('Content-Type') ?? '').toLowerCase().split(';')
      const decode = DECODERS[type.trim()]
      if (!decode) throw createTypeError()
      const packed = Buffer.concat(await readBody(c.req.raw, TRACES_MAX_BYTES, c.var.bodyRoom))
      const bytes = await unpack(packed, c.req.header('Content-Encoding'), TRACES_MAX_BYTES)
      const { projectId, userId } = c.var.identity
      let rejected = 0
      const threads = new Map<string, Promise<ThreadRow | undefined>>()
      const find = (name: string) => {
        const known = threads.get(name) ?? store.threads.findInProject(projectId, name)
        threads.set(name, known)
        return known
      }
      const traces = readTraces(await inTurns(decode(bytes)))
      requireAtMost(TRACES_MAX, traces.length, 'traces')
      const reports: ScopedReport[] = []
      for (const { thread: name, spans, report } of traces) {
        const thread = name !== undefined && isRowName(name) ? await find(name) : undefined
        if (thread) {
          // In the thread's own workspace, so that the trace joins its client's report.
          const scope = { projectId, workspaceId: thread.workspaceId, userId }
          reports.push({ scope, report: { threadId: thread.id, ...report } })
        } else rejected += spans
      }
      await store.reports.addRuns(reports)
      return c.json(rejected === 0 ? {} : { partialSuccess: createRejection(rejected) })
    },
  }),
]

const createRejection = (rejectedSpans: number) => ({
  rejectedSpans,
  errorMessage:
    'These traces name no thread of the project; set gen_ai.conversation.id to the thread’s id.',
})

const createTypeError = (): AlcoveError =>
  new AlcoveError(
    'unsupported_media_type',
    'Content-Type: expected application/json or application/x-protobuf.',
  )

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate) }

/**
 * The bytes of a compressed body, never more than allowed in memory.
 *
 * @throws AlcoveError `unsupported_media_type`, `too_large`, `invalid_request`.
 */
export async function unpack(
  bytes: Uint8Array,
  encoding: string | undefined,
  limitBytes: number,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity') return bytes
  if (name !== 'gzip' && name !== 'deflate') {
    throw new AlcoveError('unsupported_media_type', 'Content-Encoding: expected gzip or deflate.')
  }
  try {
    return await unpackers[name](bytes, { maxOutputLength: limitBytes })
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw createSizeError(limitBytes)
    }
    throw new AlcoveError('invalid_request', `The body is not ${name}.`)
  }
}

const NANOSECONDS_PER_MS = 1_000_000
const STATUS_ERROR = 2

/** OTLP writes 64-bit numbers as text; some senders write numbers all the same. */
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
// Spans are validated separately, later: thousands of them take time.
const scopeSchema = v.object({ spans: v.optional(v.array(v.unknown()), []) })
const resourceSchema = v.object({ scopeSpans: v.optional(v.array(scopeSchema), []) })
const requestSchema = v.pipe(
  // Lists are objects for the next schema.
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

/** Unwraps a value from its type's name; nested values keep it, since they are not used. */
function readValue(value: unknown): JsonValue {
  if (typeof value !== 'object' || value === null) return null
  const { stringValue, boolValue, intValue, doubleValue } = value as JsonObject
  if (stringValue !== undefined) return typeof stringValue === 'string' ? stringValue : null
  if (boolValue !== undefined) return typeof boolValue === 'boolean' ? boolValue : null
  if (intValue !== undefined) return v.is(whole, intValue) ? Number(intValue) : null
  // NaN and infinite numbers are texts there.
  if (doubleValue !== undefined) return typeof doubleValue === 'number' ? doubleValue : null
  return value as JsonObject
}
