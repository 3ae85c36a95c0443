import * as v from 'valibot'
import { isoTime } from '../wire/fields.ts'
import * as wire from '../wire/threads.ts'
import {
  CREATED_AT,
  EXTERNAL_ID,
  externalIdField,
  ROW_ID,
  UPDATED_AT,
  WORKSPACE_ID,
} from './common-fields.ts'
import { described, describedFields } from './described.ts'
import { flag, pageAfter, pageLimit } from './query-fields.ts'

export const SEARCH_RESULTS_DEFAULT = 20
export const SEARCH_RESULTS_MAX = 50
export const METADATA_KEYS_MAX = 16
export const METADATA_KEY_MAX = 64
export const METADATA_VALUE_MAX = 512

const TITLE = 'The title in lists. Without one the server generates it from the first message.'
const METADATA = 'Your own notes: up to 16 texts by name. The server keeps them and reads none.'
const IS_ARCHIVED =
  'True if the thread is archived: it keeps its messages, and is not in the list of current threads.'
const ONLY_ARCHIVED = 'true: only archived threads. Default: only current ones.'

const title = v.pipe(v.string(), v.minLength(1), v.maxLength(wire.TITLE_MAX))
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

export const threadSchema = describedFields(wire.threadSchema, {
  id: ROW_ID,
  project_id: 'The operator’s id of the project.',
  workspace_id: WORKSPACE_ID,
  title: TITLE,
  is_archived: IS_ARCHIVED,
  external_id: EXTERNAL_ID,
  metadata: METADATA,
  last_message_at: 'When the newest message was written: lists of threads are sorted by it.',
  last_message_text:
    'The beginning of the last message, in one line and without marks; null if it is unknown.',
  is_running: 'True while an answer is being written in the thread.',
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
})

export const threadListSchema = v.object({
  threads: described(v.array(threadSchema), 'The threads, newest message first.'),
})
/** The thread twice: older clients read it bare, newer ones wrapped. */
export const oneThreadSchema = v.object({ ...threadSchema.entries, thread: threadSchema })

/** Without any of these, and without the header `Aui-Sdk`: all threads of both kinds. */
export const threadsQuerySchema = v.object({
  is_archived: described(v.optional(flag), ONLY_ARCHIVED),
  limit: v.optional(pageLimit(wire.THREADS_PAGE_DEFAULT, wire.THREADS_PAGE_MAX)),
  after: pageAfter,
  after_time: described(
    v.optional(isoTime),
    'The last_message_at of this last row when you read it. With it the page starts at that place of the list, even if the thread has moved or was deleted since.',
  ),
  external_id: described(
    v.optional(v.string()),
    'Only the thread with this external_id, archived or not.',
  ),
})

/** Calls of a project's own server, by API key: over all of its workspaces. */
export const projectThreadsQuerySchema = v.object({
  is_archived: described(v.optional(flag), ONLY_ARCHIVED),
  workspace_id: described(v.optional(v.string()), 'Only threads of this workspace.'),
  limit: pageLimit(wire.THREADS_PAGE_DEFAULT, wire.THREADS_PAGE_MAX),
  after: pageAfter,
})

export const threadSearchQuerySchema = v.object({
  query: described(
    v.pipe(v.string(), v.minLength(1), v.maxLength(wire.SEARCH_QUERY_MAX)),
    'Words to search for. A thread matches if its title, or one of its messages, has them all; each may be the beginning of a word. Case, accents and punctuation are ignored.',
  ),
  limit: pageLimit(SEARCH_RESULTS_DEFAULT, SEARCH_RESULTS_MAX, 'Maximum number of threads.'),
})
export const threadSearchSchema = v.object({
  threads: described(
    v.array(
      v.object({
        ...threadSchema.entries,
        match: described(
          describedFields(wire.threadMatchSchema, {
            message_id: 'The matching message; null: the title matches.',
            text: 'The title, or up to 160 characters of the message around the first hit.',
            ranges: 'Ranges to mark in the text: pairs of start and end, in UTF-16 units.',
          }),
          'The match in the thread.',
        ),
      }),
    ),
    'The threads: matches in titles first, then the most recent messages.',
  ),
})

export const createThreadBodySchema = v.strictObject({
  title: described(v.nullish(title), TITLE),
  last_message_at: described(
    isoTime,
    'Sorts the list of threads; the current time for a thread without messages.',
  ),
  external_id: externalIdField,
  metadata: described(metadata, METADATA),
  upsert: described(
    v.optional(v.boolean()),
    'Sent by published clients. Either way, a known external_id gives the existing thread and changes nothing.',
  ),
})
export const createdThreadSchema = describedFields(wire.createdThreadSchema, {
  thread_id: 'The thread’s id.',
})

/** An absent field stays as it is; `metadata: null` clears it. */
export const updateThreadBodySchema = v.strictObject({
  title: described(v.optional(title), TITLE),
  last_message_at: described(
    v.optional(isoTime),
    'When the newest message was written: lists of threads are sorted by it.',
  ),
  metadata: described(metadata, 'Replaces all notes; null clears them.'),
  is_archived: described(v.optional(v.boolean()), IS_ARCHIVED),
})

/** The anonymous visitor whose threads the caller takes over. */
export const claimBodySchema = v.strictObject({
  refresh_token: described(
    v.string(),
    'The refresh token of the visitor that the caller was before.',
  ),
})
export const claimedSchema = describedFields(wire.claimedSchema, {
  moved: 'How many threads now belong to the caller.',
})
