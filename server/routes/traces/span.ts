import { AlcoveError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Of one call: exporters send 512 spans at once unless they are told otherwise. */
export const SPANS_MAX = 5_000
export const TRACES_MAX = 500
/** Of one span: tracers stop at 128 unless they are told otherwise. */
export const SPAN_ATTRIBUTES_MAX = 1_000

/** A finished piece of work of a trace, of either encoding of OTLP, as much as reports need. */
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

/** @throws AlcoveError `too_large`, in words of what there is too much of. */
export function requireAtMost(limit: number, count: number, what: string): void {
  if (count <= limit) return
  throw new AlcoveError('too_large', `Expected at most ${limit} ${what}.`, { data: { limit } })
}
