import { inStatements, type Database, type Trx } from '../database.ts'
import { addEntries, entryWords } from './entries.ts'
import { findReplaced } from './versions.ts'

/** Documents with one title and the same headings that are compared; others stay as they are. */
export const VERSIONS_MAX = 100
const PIECES_PER_STATEMENT = 20

/**
 * Decides which documents with this key are found, after one of them was saved or removed. Entries exist for
 * the newest versions alone, so that a search never meets an older one.
 */
export async function settleVersions(
  trx: Trx,
  database: Pick<Database, 'knowledge'>,
  sourceId: string,
  versionKey: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('knowledge_documents')
    .select(['id', 'project_id', 'title', 'address', 'url', 'date', 'fingerprint', 'replaced_by'])
    .where('source_id', '=', sourceId)
    .where('version_key', '=', versionKey)
    .orderBy('date', 'desc')
    .orderBy('address')
    .limit(VERSIONS_MAX)
    .execute()
  if (rows.length === 0) return
  const headings = await countHeadings(trx, rows[0]!.id)
  const replaced = findReplaced(
    rows.map((row) => ({ ...row, fingerprint: row.fingerprint ?? '', headings })),
  )
  for (const { id, project_id: projectId, title, replaced_by: before } of rows) {
    const after = replaced.get(id) ?? null
    if (after === before) continue
    await trx
      .updateTable('knowledge_documents')
      .set({ replaced_by: after })
      .where('id', '=', id)
      .execute()
    if (before === null) await hide(trx, id)
    else if (after === null) await show(trx, database, { projectId, sourceId }, { id, title })
  }
}

async function countHeadings(trx: Trx, documentId: string): Promise<number> {
  const rows = await trx
    .selectFrom('knowledge_pieces')
    .select('headings')
    .distinct()
    .where('document_id', '=', documentId)
    .where('headings', '<>', '[]')
    .execute()
  return rows.length
}

/** Takes a document's pieces out of the index. */
async function hide(trx: Trx, documentId: string) {
  const pieces = await trx
    .selectFrom('knowledge_pieces')
    .select('id')
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()
  for (const some of inStatements(pieces, PIECES_PER_STATEMENT)) {
    await trx
      .deleteFrom('knowledge_entries')
      .where(
        'piece_id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
  }
}

/** Puts a document's pieces into the index, from their texts. */
async function show(
  trx: Trx,
  database: Pick<Database, 'knowledge'>,
  owner: { readonly projectId: string; readonly sourceId: string },
  document: { readonly id: string; readonly title: string },
) {
  let after = -1
  for (;;) {
    const pieces = await trx
      .selectFrom('knowledge_pieces')
      .select(['id', 'position', 'headings', 'text', 'full_text'])
      .where('document_id', '=', document.id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(PIECES_PER_STATEMENT)
      .execute()
    const entries = pieces.map(({ id, headings, text, full_text: fullText }) => ({
      id,
      documentId: document.id,
      words: entryWords({
        title: document.title,
        headings: JSON.parse(headings) as string[],
        text: fullText ?? text,
      }),
    }))
    await addEntries(trx, database, owner, entries)
    const last = pieces.at(-1)
    if (!last || pieces.length < PIECES_PER_STATEMENT) return
    after = last.position
  }
}
