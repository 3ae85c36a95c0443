import type { Queryable, Trx } from '../database.ts'
import { textTerms, UNREAD_TERM } from '../search/terms.ts'
import { conversationPrefix, weekOf } from './conversation-terms.ts'
import { maskIndexed } from './mask-steps.ts'

/** Message or thread to which a text belongs, by its row. */
export interface TextPlace {
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
  readonly project_id: string
  readonly created_at: string
}

/** A text with its words. */
export interface IndexedText {
  readonly text: string
  readonly terms: ReadonlySet<string>
}

export const toIndexed = (text: string): IndexedText => ({ text, terms: textTerms(text) })

/** A new row of `desk_documents`. */
export interface ConversationDocument extends Omit<TextPlace, 'created_at'> {
  readonly week: number
  readonly terms: string
}

/**
 * Adds a text to the desk's index. Only its masked words are in it, so that a search finds nothing that the desk hides from its readers.
 */
export async function addConversationText(
  trx: Queryable,
  place: TextPlace,
  text: IndexedText,
): Promise<void> {
  await addConversationDocuments(trx, conversationDocument(place, text))
}

/** Replaces a text in the desk's index; `null` for a text that is gone. */
export async function replaceConversationText(
  trx: Trx,
  place: TextPlace,
  text: IndexedText | null,
): Promise<void> {
  await trx
    .deleteFrom('desk_documents')
    .where('thread_id', '=', place.thread_id)
    .where('message_id', place.message_id === null ? 'is' : '=', place.message_id)
    .execute()
  if (text !== null) await addConversationText(trx, place, text)
}

/** Empty for a text without words. */
export function conversationDocument(
  { created_at, ...place }: TextPlace,
  { text, terms: shown }: IndexedText,
): readonly ConversationDocument[] {
  const week = weekOf(created_at)
  const prefix = conversationPrefix(place.project_id, week)
  const masked = maskIndexed(text)
  // Most texts have nothing to hide, and to split a text into words takes long.
  const words = new Set(masked === text ? shown : textTerms(masked))
  if (shown.has(UNREAD_TERM)) words.add(UNREAD_TERM)
  const terms = Array.from(words, (term) => prefix + term)
  return terms.length === 0 ? [] : [{ ...place, week, terms: terms.join(' ') }]
}

export async function addConversationDocuments(
  trx: Queryable,
  documents: readonly ConversationDocument[],
): Promise<void> {
  if (documents.length === 0) return
  await trx.insertInto('desk_documents').values(documents).execute()
}
