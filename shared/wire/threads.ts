import * as v from 'valibot'
import { externalId, flag, isoTime, jsonObject, pageLimit } from './fields.ts'

/** Lengths and page sizes of the contract. Every other limit is a server setting. */
export const TITLE_MAX = 255
export const METADATA_KEYS_MAX = 16
export const METADATA_KEY_MAX = 64
export const METADATA_VALUE_MAX = 512
export const THREADS_PAGE_DEFAULT = 20
export const THREADS_PAGE_MAX = 100
/** Rows of the one answer that the oldest clients ask for, without a page. */
export const THREADS_UNPAGED_MAX = 1000

const title = v.pipe(v.string(), v.minLength(1), v.maxLength(TITLE_MAX))
const metadata = v.nullish(
  v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(METADATA_KEY_MAX)),
      v.pipe(v.string(), v.maxLength(METADATA_VALUE_MAX)),
    ),
    v.check(
      (value) => Object.keys(value).length <= METADATA_KEYS_MAX,
      `Expected at most ${METADATA_KEYS_MAX} keys.`,
    ),
  ),
)

export const threadSchema = v.object({
  id: v.string(),
  project_id: v.string(),
  workspace_id: v.string(),
  title: v.nullable(v.string()),
  is_archived: v.boolean(),
  external_id: v.nullable(v.string()),
  metadata: v.nullable(jsonObject),
  last_message_at: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
})
export const threadListSchema = v.object({ threads: v.array(threadSchema) })
/** The thread twice: older clients read it bare, newer ones wrapped. */
export const oneThreadSchema = v.object({ ...threadSchema.entries, thread: threadSchema })

/** Without any of these, and without the header `Aui-Sdk`: all threads of both kinds. */
export const threadsQuerySchema = v.object({
  is_archived: v.optional(flag),
  limit: v.optional(pageLimit(THREADS_PAGE_DEFAULT, THREADS_PAGE_MAX)),
  after: v.optional(v.string()),
  external_id: v.optional(v.string()),
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
