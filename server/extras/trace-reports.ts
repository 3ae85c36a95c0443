import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { REPORT_COUNT_MAX } from '../../shared/api/runs.ts'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'
import type { NewRunReport } from '../store/store.ts'

/** Maximum of one call: exporters send 512 spans at once by default. */
export const SPANS_MAX = 5_000
export const TRACES_MAX = 500
/** Maximum of one span: tracers stop at 128 by default. */
export const SPAN_ATTRIBUTES_MAX = 1_000

/** A finished span of a trace, of either encoding of OTLP, with the fields that reports need. */
export interface Span {
  /** 32 hex digits. */
  readonly traceId: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  readonly hasFailed: boolean
  readonly attributes: JsonObject
}

/** @throws AlcoveError `too_large`, naming the thing that is too many. */
export function requireAtMost(limit: number, count: number, what: string): void {
  if (count <= limit) return
  throw new AlcoveError('too_large', `Expected at most ${limit} ${what}.`, { data: { limit } })
}

/** Attributes with which tracers name a span's conversation, the best first. */
const THREAD_ATTRIBUTES = [
  'gen_ai.conversation.id',
  'ai.telemetry.metadata.threadId',
  'ai.telemetry.metadata.thread_id',
]
const MODEL_ATTRIBUTES = ['gen_ai.response.model', 'gen_ai.request.model', 'ai.model.id']
const INPUT_ATTRIBUTES = [
  'gen_ai.usage.input_tokens',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
]
const OUTPUT_ATTRIBUTES = [
  'gen_ai.usage.output_tokens',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
]
/** Texts that are stored, besides every number: texts of people and models are not. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.system',
  'gen_ai.agent.name',
  'gen_ai.response.id',
  'ai.operationId',
  'ai.model.provider',
  'ai.response.finishReason',
  'ai.telemetry.functionId',
])
const AI_NAME_PATTERN = /^(gen_ai|ai|llm)\./

const TEXT_MAX = 255

export interface TraceReport {
  /** Thread that the trace names; undefined: none. */
  readonly thread: string | undefined
  readonly spans: number
  readonly report: Omit<NewRunReport, 'threadId'>
}

/** A report for each trace, from its outermost span, which has the most facts. */
export function readTraces(spans: readonly Span[]): readonly TraceReport[] {
  return [...Map.groupBy(spans, (span) => span.traceId).values()].map(readTrace)
}

function readTrace(spans: readonly Span[]): TraceReport {
  const outer = spans.filter(isAboutModels).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const { traceId, name, hasFailed } = outer ?? spans[0]!
  const attributes = outer?.attributes ?? {}
  const find = (names: readonly string[]) => findValue(outer ? [outer, ...spans] : spans, names)
  const kept = Object.entries(attributes).filter(isKept)
  return {
    thread: textOf(find(THREAD_ATTRIBUTES)),
    spans: spans.length,
    report: {
      messageId: null,
      traceId,
      status: hasFailed ? 'error' : 'completed',
      modelId: textOf(find(MODEL_ATTRIBUTES)) ?? null,
      durationMs: outer ? countOf(lengthOf(outer)) : null,
      inputTokens: countOf(find(INPUT_ATTRIBUTES)),
      outputTokens: countOf(find(OUTPUT_ATTRIBUTES)),
      attributes: fitting(
        { source: 'otlp', span: name.slice(0, TEXT_MAX), spans: spans.length },
        kept,
      ),
    },
  }
}

const isAboutModels = ({ name, attributes }: Span): boolean =>
  AI_NAME_PATTERN.test(name) || 'gen_ai.operation.name' in attributes

function isKept([key, value]: readonly [string, JsonValue]): boolean {
  if (typeof value === 'string') return KEPT_TEXTS.has(key) && value.length <= TEXT_MAX
  return AI_NAME_PATTERN.test(key) && ['number', 'boolean'].includes(typeof value)
}

const lengthOf = ({ startMs, endMs }: Span): number => Math.max(0, endMs - startMs)

/** The value of the best attribute in the first span that has any. */
function findValue(spans: readonly Span[], names: readonly string[]): JsonValue | undefined {
  for (const { attributes } of spans) {
    const name = names.find((key) => attributes[key] !== undefined && attributes[key] !== null)
    if (name !== undefined) return attributes[name]
  }
  return undefined
}

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, TEXT_MAX) : undefined

const countOf = (value: JsonValue | undefined): number | null =>
  typeof value === 'number' && value >= 0 ? Math.min(Math.round(value), REPORT_COUNT_MAX) : null

/** The attributes that fit into a report. */
function fitting(
  start: JsonObject,
  entries: readonly (readonly [string, JsonValue])[],
): JsonObject {
  let bytes = Buffer.byteLength(JSON.stringify(start))
  const kept = entries.filter(([key, value]) => {
    // With a comma and a colon.
    const size = Buffer.byteLength(JSON.stringify(key) + JSON.stringify(value)) + 2
    if (bytes + size > REPORT_ATTRIBUTES_MAX_BYTES) return false
    bytes += size
    return true
  })
  return { ...start, ...Object.fromEntries(kept) }
}
