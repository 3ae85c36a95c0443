import type { JsonObject } from '../../shared/json.ts'

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
