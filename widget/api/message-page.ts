import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { MESSAGES_PAGE_MAX, messageRowSchema } from '../../shared/wire/messages.ts'
import type { MessagePage, StoredMessage } from './cloud.ts'

const pageSchema = v.object({ messages: v.array(v.unknown()) })
const rowSchema = v.pick(messageRowSchema, [
  'id',
  'external_id',
  'parent_id',
  'created_at',
  'format',
  'content',
])
/** What is left of a row that cannot be read: enough not to lose what hangs below it. */
const linkSchema = v.object({ id: v.string(), parent_id: v.nullish(v.string()) })

/**
 * Reads a page row by row: one bad row costs itself, never the thread.
 *
 * @throws AlcoveError `unavailable` for an answer that is no page.
 */
export function readMessagePage(answer: unknown): MessagePage {
  const page = v.safeParse(pageSchema, answer)
  if (!page.success) throw new AlcoveError('unavailable', 'The history could not be read.')
  const rows: StoredMessage[] = []
  const unreadable: { id: string; parentId: string | null }[] = []
  let last: { id: string; parentId: string | null } | null = null
  for (const value of page.output.messages) {
    const row = v.safeParse(rowSchema, value)
    if (row.success) {
      const { id, external_id, parent_id, created_at, format, content } = row.output
      rows.push({
        id,
        externalId: external_id ?? null,
        parentId: parent_id,
        createdAt: created_at,
        format,
        content,
      })
      last = { id, parentId: parent_id }
      continue
    }
    const link = v.safeParse(linkSchema, value)
    if (!link.success) continue
    last = { id: link.output.id, parentId: link.output.parent_id ?? null }
    unreadable.push(last)
  }
  // A page ends early where its rows are large. The lowest row comes last: one with a parent is not
  // the thread's beginning.
  const isFull = page.output.messages.length >= MESSAGES_PAGE_MAX
  const hasMore = last !== null && (isFull || last.parentId !== null)
  return { rows, unreadable, next: hasMore && last !== null ? last.id : null }
}
