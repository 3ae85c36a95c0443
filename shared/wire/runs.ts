import * as v from 'valibot'
import {
  arrayUpTo,
  EXTERNAL_ID_MAX,
  id,
  jsonObject,
  looseObjectUpTo,
  OBJECT_KEYS_MAX,
  pageLimit,
} from './fields.ts'

export const TITLE_ASSISTANT = 'system/thread_title'
export const DATA_STREAM_FORMAT = 'vercel-ai-data-stream/v1'
/** Published clients name this thread when they mean none. */
export const NO_THREAD_PLACEHOLDER = 'unstable_todo'
export const RUN_MESSAGES_MAX = 1000
/** Attributes beyond the known ones, as JSON text in UTF-8. */
export const REPORT_ATTRIBUTES_MAX_BYTES = 16_384
/** Milliseconds and tokens of one report: what databases keep as a whole number. */
export const REPORT_COUNT_MAX = 2_147_483_647
export const RUNS_PAGE_DEFAULT = 20
export const RUNS_PAGE_MAX = 100

/** Runtimes send whole messages, with fields of any kind; what is used is read in `server/runs`. */
const runMessageSchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  role: v.string(),
  content: v.unknown(),
})

/** `POST /runs/stream`: a thread's title, or an assistant's answer that the caller stores itself. */
export const runStreamBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  assistant_id: id,
  thread_id: v.nullish(v.string()),
  messages: arrayUpTo(RUN_MESSAGES_MAX, runMessageSchema),
  response_format: v.optional(v.string()),
})
export type RunStreamBody = v.InferOutput<typeof runStreamBodySchema>

/** Rounded where it is kept. */
const count = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(REPORT_COUNT_MAX)))
const text = v.nullish(v.pipe(v.string(), v.maxLength(EXTERNAL_ID_MAX)))

/** A run that a client watched; unknown fields are kept as attributes. */
export const runReportBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  thread_id: id,
  status: v.picklist(['completed', 'incomplete', 'error']),
  message_id: text,
  outcome_type: text,
  first_token_ms: count,
  duration_ms: count,
  total_steps: count,
  input_tokens: count,
  output_tokens: count,
  reasoning_tokens: count,
  cached_input_tokens: count,
  model_id: text,
  provider: text,
  error: v.optional(v.unknown()),
  /** The same id again is the same report. */
  trace_id: v.nullish(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
})
export const reportedRunSchema = v.object({ run_id: v.string() })

/** A report as the project's own server reads it. */
export const runReportSchema = v.object({
  id: v.string(),
  thread_id: v.string(),
  message_id: v.nullable(v.string()),
  trace_id: v.nullable(v.string()),
  workspace_id: v.string(),
  user_id: v.string(),
  status: v.string(),
  model_id: v.nullable(v.string()),
  duration_ms: v.nullable(v.number()),
  input_tokens: v.nullable(v.number()),
  output_tokens: v.nullable(v.number()),
  attributes: jsonObject,
  created_at: v.string(),
})
export const runReportListSchema = v.object({ runs: v.array(runReportSchema) })
export const oneRunReportSchema = v.object({ run: runReportSchema })
export const runReportsQuerySchema = v.object({
  thread_id: v.optional(v.string()),
  limit: pageLimit(RUNS_PAGE_DEFAULT, RUNS_PAGE_MAX),
  after: v.optional(v.string()),
})
