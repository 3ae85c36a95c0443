import * as v from 'valibot'
import {
  arrayUpTo,
  EXTERNAL_ID_MAX,
  id,
  jsonObject,
  looseObjectUpTo,
  OBJECT_KEYS_MAX,
} from '../wire/fields.ts'
import {
  CREATED_AT,
  DURATION_MS,
  INPUT_TOKENS,
  MODEL_ID,
  OUTPUT_TOKENS,
  ROW_ID,
  THREAD_ID,
  TRACE_ID,
  USER_ID,
  WORKSPACE_ID,
} from './common-fields.ts'
import { described } from './described.ts'
import { pageAfter, pageLimit } from './query-fields.ts'

export const RUN_MESSAGES_MAX = 1000
/** Maximum milliseconds or tokens of one report: databases store whole numbers up to it. */
export const REPORT_COUNT_MAX = 2_147_483_647
export const RUNS_PAGE_DEFAULT = 20
export const RUNS_PAGE_MAX = 100

const STATUS = 'Whether the answer was completed, cut short, or failed.'

/** Runtimes send whole messages, with fields of any kind; `server/runs` reads the used ones. */
const runMessageSchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  role: described(v.string(), 'The author of the message.'),
  content: described(v.unknown(), 'The text, or a list of parts.'),
})

/** `POST /runs/stream`: a thread's title, or an assistant's answer that the caller stores itself. */
export const runStreamBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  assistant_id: described(
    id,
    'The operator’s name of the assistant that answers; system/thread_title makes a title instead, system/suggestions up to three questions to ask next.',
  ),
  thread_id: described(v.nullish(v.string()), 'The thread to name. An answer needs none.'),
  messages: described(
    arrayUpTo(RUN_MESSAGES_MAX, runMessageSchema),
    'The conversation to answer, oldest first.',
  ),
  response_format: described(
    v.optional(v.string()),
    'vercel-ai-data-stream/v1, or left out: the same. Accept decides about the rest.',
  ),
})
export type RunStreamBody = v.InferOutput<typeof runStreamBodySchema>

/** Rounded where it is stored. */
const count = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(REPORT_COUNT_MAX)))
const text = v.nullish(v.pipe(v.string(), v.maxLength(EXTERNAL_ID_MAX)))

/** A client's report of a run; unknown fields are kept as attributes. */
export const runReportBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  thread_id: described(id, THREAD_ID),
  status: described(v.picklist(['completed', 'incomplete', 'error']), STATUS),
  message_id: described(text, 'The answer’s message.'),
  outcome_type: described(text, 'The client’s own name for the end of the run.'),
  first_token_ms: described(count, 'Time to the first word, in milliseconds.'),
  duration_ms: described(count, DURATION_MS),
  total_steps: described(count, 'Number of model calls in the run.'),
  input_tokens: described(count, INPUT_TOKENS),
  output_tokens: described(count, OUTPUT_TOKENS),
  reasoning_tokens: described(count, 'Tokens of the model’s reasoning.'),
  cached_input_tokens: described(count, 'Input tokens that the model’s provider had in its cache.'),
  model_id: described(text, MODEL_ID),
  provider: described(text, 'The provider of the model.'),
  error: described(v.optional(v.unknown()), 'The error, in any form.'),
  trace_id: described(v.nullish(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))), TRACE_ID),
})
export const reportedRunSchema = v.object({
  run_id: described(v.string(), 'The id that a report of a run got.'),
})

/** A report as the project's own server reads it. */
export const runReportSchema = v.object({
  id: described(v.string(), ROW_ID),
  thread_id: described(v.string(), 'The thread that the run was in.'),
  message_id: described(v.nullable(v.string()), 'The message’s id.'),
  trace_id: described(v.nullable(v.string()), TRACE_ID),
  workspace_id: described(v.string(), WORKSPACE_ID),
  user_id: described(v.string(), USER_ID),
  status: described(v.string(), 'Whether the answer was completed.'),
  model_id: described(v.nullable(v.string()), MODEL_ID),
  duration_ms: described(v.nullable(v.number()), DURATION_MS),
  input_tokens: described(v.nullable(v.number()), INPUT_TOKENS),
  output_tokens: described(v.nullable(v.number()), OUTPUT_TOKENS),
  attributes: described(jsonObject, 'Other fields of the report, unchanged.'),
  created_at: described(v.string(), CREATED_AT),
})
export const runReportListSchema = v.object({
  runs: described(v.array(runReportSchema), 'The reports, newest first.'),
})
export const oneRunReportSchema = v.object({ run: runReportSchema })
export const runReportsQuerySchema = v.object({
  thread_id: described(v.optional(v.string()), 'Only reports of this thread.'),
  limit: pageLimit(RUNS_PAGE_DEFAULT, RUNS_PAGE_MAX),
  after: pageAfter,
})
