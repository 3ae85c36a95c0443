import { createHash } from 'node:crypto'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import type { Queryable, Trx } from '../database.ts'
import type { Scope } from '../scope.ts'
import { textTerms } from './terms.ts'

/** Whose a text is, as its row says it. */
interface OwnerColumns {
  readonly project_id: string
  readonly workspace_id: string
}

/** A message, or a change of one, by its row. */
export interface SearchableMessage extends OwnerColumns {
  readonly id: string
  readonly thread_id: string
}

export interface SearchableThread extends OwnerColumns {
  readonly id: string
  readonly title: string | null
}

/** A row of `search_documents` to be. */
export interface SearchDocument {
  readonly thread_id: string
  readonly message_id: string | null
  readonly scope: string
  readonly terms: string
}

/** Lets a new message be found. Its thread must be locked by this transaction. */
export async function addMessageText(
  trx: Trx,
  message: SearchableMessage,
  content: JsonObject,
): Promise<void> {
  await addDocuments(trx, messageDocument(message, content))
}

/** Lets a message be found by what it says now. */
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
  await addMessageText(trx, message, content)
}

/** Lets a thread be found by the title that it has now, and by no other. */
export async function replaceTitle(trx: Trx, thread: SearchableThread): Promise<void> {
  await trx
    .deleteFrom('search_documents')
    .where('thread_id', '=', thread.id)
    .where('message_id', 'is', null)
    .execute()
  await addDocuments(trx, titleDocument(thread))
}

/** Nothing for a thread without a title, or with one that has no words. */
export function titleDocument(thread: SearchableThread): readonly SearchDocument[] {
  if (thread.title === null) return []
  return toDocument(searchScope(toWorkspace(thread), 'title'), thread.title, {
    thread_id: thread.id,
    message_id: null,
  })
}

/** Nothing for a message without words. */
export const messageDocument = (
  message: SearchableMessage,
  content: JsonObject,
): readonly SearchDocument[] =>
  toDocument(searchScope(toWorkspace(message), 'message'), messageText(content), {
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
  text: string,
  place: Pick<SearchDocument, 'thread_id' | 'message_id'>,
): readonly SearchDocument[] {
  const terms = Array.from(textTerms(text), (term) => scope + term)
  return terms.length === 0 ? [] : [{ ...place, scope, terms: terms.join(' ') }]
}

const toWorkspace = ({ project_id, workspace_id }: OwnerColumns) => ({
  projectId: project_id,
  workspaceId: workspace_id,
})

/** Where a text stands: a thread's title, or one of its messages. */
export type DocumentKind = 'title' | 'message'

const KIND_LETTERS: Readonly<Record<DocumentKind, string>> = { title: 't', message: 'm' }
const HASH_CHARACTERS = 12
/** Of {@link searchScope}. */
export const SEARCH_SCOPE_CHARACTERS = HASH_CHARACTERS + 1

/**
 * What every term of a workspace begins with in an index. A search reads the terms of its own
 * workspace and no others, so it costs what that workspace has written, however much others have.
 * That nobody sees what is not theirs does not hang on it: the threads themselves are asked.
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
 * What people read of a stored message, for the search: its text parts. Empty for other roles than
 * user and assistant, and for contents that have none.
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
