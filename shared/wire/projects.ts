import * as v from 'valibot'
import { flag, pageLimit } from './fields.ts'
import { THREADS_PAGE_DEFAULT, THREADS_PAGE_MAX } from './threads.ts'

/** Calls of a project's own server, by API key: over all of its workspaces. */
export const projectThreadsQuerySchema = v.object({
  is_archived: v.optional(flag),
  workspace_id: v.optional(v.string()),
  limit: pageLimit(THREADS_PAGE_DEFAULT, THREADS_PAGE_MAX),
  after: v.optional(v.string()),
})
/** How much of a user was erased. */
export const erasedUserSchema = v.object({ threads: v.number(), runs: v.number() })

/** Of one question about usage, both ends included. */
export const USAGE_DAYS_MAX = 366
const DATE_EXPECTED = 'expected a day as 2026-11-21.'
const date = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, DATE_EXPECTED),
  // A day that no month has would become another one.
  v.check((text) => {
    const time = Date.parse(text)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  }, DATE_EXPECTED),
)
/** Both days included, UTC. */
export const usageQuerySchema = v.object({ from: date, to: date })
const counts = {
  runs: v.number(),
  threads: v.number(),
  users: v.number(),
  input_tokens: v.number(),
  output_tokens: v.number(),
}
export const dailyUsageSchema = v.object({
  days: v.array(v.object({ day: v.string(), ...counts })),
})
export const periodUsageSchema = v.object({ from: v.string(), to: v.string(), ...counts })
