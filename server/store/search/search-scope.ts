import { createHash } from 'node:crypto'
import type { Scope } from '../contracts/scope.ts'

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
