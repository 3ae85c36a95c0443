import type { ConversationRow } from '../../../shared/desk/conversations.ts'

/**
 * Loaded rows with the newest state of each, in the order in which they were loaded: nothing moves under the
 * person's eyes.
 */
export function refreshRows(
  loaded: readonly ConversationRow[],
  newer: readonly ConversationRow[],
): readonly ConversationRow[] {
  if (newer.length === 0) return loaded
  const byId = new Map(newer.map((row) => [row.id, row]))
  return loaded.map((row) => byId.get(row.id) ?? row)
}

/** Place of the newest conversation, for the question what is newer; undefined: there is none. */
export const newestPlace = (loaded: readonly ConversationRow[]): string | undefined =>
  loaded[0] && `${loaded[0].lastAt}_${loaded[0].id}`

/** Rows of all pages; a conversation that was continued meanwhile stands in two pages, and counts once. */
export function joinPages(
  pages: readonly { readonly conversations: readonly ConversationRow[] }[],
): readonly ConversationRow[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ conversations }) => conversations)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}
