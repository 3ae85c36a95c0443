import * as v from 'valibot'
import { externalId, flag, isoTime, pageLimit } from './fields.ts'
import { threadSchema, THREADS_PAGE_DEFAULT } from './thread-schema.ts'

export { threadSchema, THREADS_PAGE_DEFAULT } from './thread-schema.ts'

/** Lengths and page sizes of the contract. Every other limit is a server setting. */
export const TITLE_MAX = 255
export const METADATA_KEYS_MAX = 16
export const METADATA_KEY_MAX = 64
export const METADATA_VALUE_MAX = 512
export const THREADS_PAGE_MAX = 100
/** Rows of the one answer that the oldest clients ask for, without a page. */
export const THREADS_UNPAGED_MAX = 1000
/** Of what somebody looks for, in UTF-16 units. */
export const SEARCH_QUERY_MAX = 200
export const SEARCH_RESULTS_DEFAULT = 20
export const SEARCH_RESULTS_MAX = 50

const title = v.pipe(v.string(), v.minLength(1), v.maxLength(TITLE_MAX))
const metadata = v.nullish(
  v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(METADATA_KEY_MAX)),
      v.pipe(v.string(), v.maxLength(METADATA_VALUE_MAX)),
    ),
    v.check(
      (value) => Object.keys(value).length <= METADATA_KEYS_MAX,
      () => `Expected at most ${METADATA_KEYS_MAX} keys.`,
    ),
  ),
)

export const threadListSchema = v.object({ threads: v.array(threadSchema) })
/** The thread twice: older clients read it bare, newer ones wrapped. */
export const oneThreadSchema = v.object({ ...threadSchema.entries, thread: threadSchema })

/** Without any of these, and without the header `Aui-Sdk`: all threads of both kinds. */
export const threadsQuerySchema = v.object({
  is_archived: v.optional(flag),
  limit: v.optional(pageLimit(THREADS_PAGE_DEFAULT, THREADS_PAGE_MAX)),
  after: v.optional(v.string()),
  after_time: v.optional(isoTime),
  external_id: v.optional(v.string()),
})

export const threadSearchQuerySchema = v.object({
  query: v.pipe(v.string(), v.minLength(1), v.maxLength(SEARCH_QUERY_MAX)),
  limit: pageLimit(SEARCH_RESULTS_DEFAULT, SEARCH_RESULTS_MAX),
})
/** `message_id` is `null` where the title has it; `ranges` are pairs, in UTF-16 units of `text`. */
export const threadMatchSchema = v.object({
  message_id: v.nullable(v.string()),
  text: v.string(),
  ranges: v.array(v.pipe(v.array(v.number()), v.length(2))),
})
export const threadSearchSchema = v.object({
  threads: v.array(v.object({ ...threadSchema.entries, match: threadMatchSchema })),
})

export const createThreadBodySchema = v.strictObject({
  title: v.nullish(title),
  last_message_at: isoTime,
  external_id: externalId,
  metadata,
  upsert: v.optional(v.boolean()),
})
export const createdThreadSchema = v.object({ thread_id: v.string() })

/** What is absent stays as it is; `metadata: null` clears it. */
export const updateThreadBodySchema = v.strictObject({
  title: v.optional(title),
  last_message_at: v.optional(isoTime),
  metadata,
  is_archived: v.optional(v.boolean()),
})

/** The anonymous visitor whose threads the caller takes over. */
export const claimBodySchema = v.strictObject({ refresh_token: v.string() })
export const claimedSchema = v.object({ moved: v.number() })
