import { createHash } from 'node:crypto'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import type { Queryable, Trx } from '../database.ts'
import {
  addConversationText,
  replaceConversationText,
  toIndexed,
  type IndexedText,
  type TextPlace,
} from '../desk/conversation-texts.ts'
import type { Scope } from '../scope.ts'

/** The owner of a text, by its row's columns. */
interface OwnerColumns {
  readonly project_id: string
  readonly workspace_id: string
}

/** A new or changed message, by its row. */
export interface SearchableMessage extends OwnerColumns {
  readonly id: string
  readonly thread_id: string
  readonly created_at: string
}

export interface SearchableThread extends OwnerColumns {
  readonly id: string
  readonly title: string | null
  readonly created_at: string
}

/** A new row of `search_documents`. */
export interface SearchDocument {
  readonly thread_id: string
  readonly message_id: string | null
  readonly scope: string
  readonly terms: string
}

/** Adds a new message to the indexes. Its thread must be locked by this transaction. */
export async function addMessageText(
  trx: Trx,
  message: SearchableMessage,
  content: JsonObject,
): Promise<void> {
  const text = toIndexed(messageText(content))
  await addDocuments(trx, textDocument(message, text))
  await addConversationText(trx, messagePlace(message), text)
}

/** Replaces a message's text in the indexes. */
export async function replaceMessageText(
  trx: Trx,
  message: SearchableMessage,
  content: JsonObject,
): Promise<void> {
  await trx
    .deleteFrom('search_documents')
    .where('thread_id', '=', message.thread_id)
    .where('message_id', '=', message.id)
    .execute()
  const text = toIndexed(messageText(content))
  await addDocuments(trx, textDocument(message, text))
  await replaceConversationText(trx, messagePlace(message), text)
}

/** Adds the title of a thread, which has none in the indexes, if it has one. */
export async function addTitle(trx: Trx, thread: SearchableThread): Promise<void> {
  await addDocuments(trx, titleDocument(thread))
  if (thread.title === null) return
  await addConversationText(trx, titlePlace(thread), toIndexed(thread.title))
}

/** Replaces a thread's title in the indexes. */
export async function replaceTitle(trx: Trx, thread: SearchableThread): Promise<void> {
  await trx
    .deleteFrom('search_documents')
    .where('thread_id', '=', thread.id)
    .where('message_id', 'is', null)
    .execute()
  await addDocuments(trx, titleDocument(thread))
  await replaceConversationText(
    trx,
    titlePlace(thread),
    thread.title === null ? null : toIndexed(thread.title),
  )
}

/** Place of a message's text in the desk's index. */
export const messagePlace = (message: SearchableMessage): TextPlace => ({
  thread_id: message.thread_id,
  message_id: message.id,
  project_id: message.project_id,
  created_at: message.created_at,
})

/** Place of a thread's title in the desk's index. */
export const titlePlace = (thread: SearchableThread): TextPlace => ({
  thread_id: thread.id,
  message_id: null,
  project_id: thread.project_id,
  created_at: thread.created_at,
})

/** Empty for a thread without a title, or with a title without words. */
export function titleDocument(thread: SearchableThread): readonly SearchDocument[] {
  if (thread.title === null) return []
  return toDocument(searchScope(toWorkspace(thread), 'title'), toIndexed(thread.title), {
    thread_id: thread.id,
    message_id: null,
  })
}

/** Empty for a message without words. */
export const messageDocument = (
  message: SearchableMessage,
  content: JsonObject,
): readonly SearchDocument[] => textDocument(message, toIndexed(messageText(content)))

const textDocument = (message: SearchableMessage, text: IndexedText): readonly SearchDocument[] =>
  toDocument(searchScope(toWorkspace(message), 'message'), text, {
    thread_id: message.thread_id,
    message_id: message.id,
  })

export async function addDocuments(
  trx: Queryable,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return
  await trx.insertInto('search_documents').values(documents).execute()
}

function toDocument(
  scope: string,
  text: IndexedText,
  place: Pick<SearchDocument, 'thread_id' | 'message_id'>,
): readonly SearchDocument[] {
  const terms = Array.from(text.terms, (term) => scope + term)
  return terms.length === 0 ? [] : [{ ...place, scope, terms: terms.join(' ') }]
}

const toWorkspace = ({ project_id, workspace_id }: OwnerColumns) => ({
  projectId: project_id,
  workspaceId: workspace_id,
})

/** Place of a text: a thread's title, or one of its messages. */
export type DocumentKind = 'title' | 'message'

const KIND_LETTERS: Readonly<Record<DocumentKind, string>> = { title: 't', message: 'm' }
const HASH_CHARACTERS = 12
/** Length of {@link searchScope}. */
export const SEARCH_SCOPE_CHARACTERS = HASH_CHARACTERS + 1

/**
 * Prefix of every term of a workspace in an index. A search reads only the terms of its own workspace, so its
 * cost does not grow with those of others. It is not the tenancy check: the threads themselves are queried
 * with their scope.
 */
export function searchScope(
  { projectId, workspaceId }: Pick<Scope, 'projectId' | 'workspaceId'>,
  kind: DocumentKind,
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([projectId, workspaceId]))
    .digest('hex')
  return KIND_LETTERS[kind] + hash.slice(0, HASH_CHARACTERS)
}

const PART_SEPARATOR = '\n\n'

/**
 * The text parts of a stored message, as people read them, for the search. Empty for other roles than user
 * and assistant, and for contents without text.
 */
export function messageText(content: JsonObject): string {
  const { role } = content
  if (role !== 'user' && role !== 'assistant') return ''
  // `content` of our own format, `parts` of the AI SDK's, which the frame shows too.
  const parts = content['content'] ?? content['parts']
  if (typeof parts === 'string') return parts
  if (!Array.isArray(parts)) return ''
  const texts = parts.flatMap((part: unknown) => {
    const isText = isPlainObject(part) && part['type'] === 'text'
    return isText && typeof part['text'] === 'string' ? [part['text']] : []
  })
  return texts.join(PART_SEPARATOR)
}
