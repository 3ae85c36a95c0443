import * as v from 'valibot'
import type { JsonObject } from '../../shared/json.ts'
import { threadSchema } from '../../shared/wire/thread-schema.ts'

export interface Thread {
  readonly id: string
  readonly title: string | null
  readonly isArchived: boolean
  readonly externalId: string | null
  readonly lastMessageAt: string | null
  readonly metadata: JsonObject | null
  readonly isRunning: boolean
}

export const listSchema = v.object({ threads: v.array(v.unknown()) })

const { id, title, is_archived, external_id, last_message_at, metadata, is_running } =
  threadSchema.entries
/** Only what is needed must be there: other servers of the contract leave out the rest. */
const rowSchema = v.object({
  id,
  title: v.optional(title, null),
  is_archived: v.optional(is_archived, false),
  external_id: v.optional(external_id, null),
  last_message_at: v.optional(v.nullable(last_message_at), null),
  metadata: v.optional(metadata, null),
  is_running: v.optional(is_running, false),
})

/** `undefined` for a row that cannot be read. */
export function parseThread(row: unknown): Thread | undefined {
  const parsed = v.safeParse(rowSchema, row)
  if (!parsed.success) return undefined
  const { output } = parsed
  return {
    id: output.id,
    title: output.title,
    isArchived: output.is_archived,
    externalId: output.external_id,
    lastMessageAt: output.last_message_at,
    metadata: output.metadata,
    isRunning: output.is_running,
  }
}
