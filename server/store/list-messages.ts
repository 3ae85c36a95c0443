import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { findMessage, toMessageTextRow } from './message-rows.ts'
import type { MessagePage, MessageTextRow, Scope } from './store.ts'

/** Content of one page or group, as JSON text in UTF-8; one of a single row may be larger. */
export const PAGE_CONTENT_MAX_BYTES = 2_097_152

export async function listPage(
  db: Queryable,
  scope: Scope,
  threadId: string,
  page: MessagePage,
): Promise<readonly MessageTextRow[]> {
  const query = await pageQuery(db, scope, threadId, page)
  const [first] = query ? toGroups(await query.select(['id', BYTES]).execute()) : []
  if (!query || !first) return []
  const rows = await query.selectAll().limit(first.length).execute()
  return rows.map(toMessageTextRow)
}

export async function listIds(
  db: Queryable,
  scope: Scope,
  threadId: string,
  page: MessagePage,
): Promise<readonly (readonly string[])[]> {
  const query = await pageQuery(db, scope, threadId, page)
  return query ? toGroups(await query.select(['id', BYTES]).execute()) : []
}

export async function listGroup(
  db: Queryable,
  scope: Scope,
  threadId: string,
  ids: readonly string[],
): Promise<readonly MessageTextRow[]> {
  if (ids.length === 0) return []
  const rows = await ofThread(db, scope, threadId).where('id', 'in', ids).selectAll().execute()
  const byId = new Map(rows.map((row) => [row.id, toMessageTextRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Lengths alone first: both engines know them without reading the content. */
const BYTES = sql<number>`octet_length(content)`.as('bytes')

const ofThread = (db: Queryable, scope: Scope, threadId: string) =>
  db
    .selectFrom('messages')
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('thread_id', '=', threadId)

/** Undefined for a page after a row that is not there. */
async function pageQuery(
  db: Queryable,
  scope: Scope,
  threadId: string,
  { limit, after }: MessagePage,
) {
  const query = ofThread(db, scope, threadId)
    .orderBy('height', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after === undefined) return query
  const last = await findMessage(db, scope, threadId, after)
  if (!last) return undefined
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('height', 'created_at', 'id'), '<', tuple(last.height, last.created_at, last.id)),
  )
}

function toGroups(rows: readonly { readonly id: string; readonly bytes: number }[]): string[][] {
  const groups: string[][] = []
  let total = Infinity
  for (const { id, bytes } of rows) {
    total += bytes
    if (total > PAGE_CONTENT_MAX_BYTES) {
      groups.push([])
      total = bytes
    }
    groups.at(-1)?.push(id)
  }
  return groups
}
