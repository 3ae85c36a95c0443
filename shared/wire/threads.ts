import * as v from 'valibot'

export { threadSchema, THREADS_PAGE_DEFAULT } from './thread-schema.ts'

/** Lengths and page sizes of the contract. Every other limit is a server setting. */
export const TITLE_MAX = 255
export const THREADS_PAGE_MAX = 100
/** Maximum rows of the one answer that the oldest clients request, without a page. */
export const THREADS_UNPAGED_MAX = 1000
/** Maximum of a search text, in UTF-16 units. */
export const SEARCH_QUERY_MAX = 200

/** `message_id` is `null` for a match in the title; `ranges` are pairs, in UTF-16 units of `text`. */
export const threadMatchSchema = v.object({
  message_id: v.nullable(v.string()),
  text: v.string(),
  ranges: v.array(v.pipe(v.array(v.number()), v.length(2))),
})
export const createdThreadSchema = v.object({ thread_id: v.string() })
export const claimedSchema = v.object({ moved: v.number() })
