import type { Selectable } from 'kysely'
import { createRowId } from '../../../shared/ids.ts'
import { inStatements, type Database, type Trx } from '../database.ts'
import {
  toDocumentColumns,
  toPieceColumns,
  type DocumentWithPieces,
  type NewKnowledgeDocument,
  type NewPiece,
  type SavedDocument,
} from './document-rows.ts'
import { addEntries, type NewWords } from './entries.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { settleVersions } from './settle-versions.ts'
import type { KnowledgePiecesTable } from './knowledge-tables.ts'

/** Rows of one statement, so that it does not block the event loop for long. */
const PIECES_PER_STATEMENT = 20

type KeptPiece = Omit<Selectable<KnowledgePiecesTable>, 'text' | 'full_text' | 'headings'>

/** Replaces a document and its pieces. Writes and indexes only the pieces whose hash is new. */
export async function saveDocument(
  trx: Trx,
  database: Pick<Database, 'knowledge' | 'now'>,
  { document, pieces }: DocumentWithPieces,
  prepared: PreparedDocument,
): Promise<SavedDocument> {
  const { sourceId } = document
  const before = await findVersion(trx, document)
  const { id, isReplaced } = await writeDocument(trx, document, prepared, database.now())
  const { kept, gone } = match(await listKept(trx, id), pieces)
  for (const ids of inStatements(gone, PIECES_PER_STATEMENT)) {
    await trx.deleteFrom('knowledge_pieces').where('id', 'in', ids).execute()
  }
  await moveKept(trx, kept)
  const owner = { project_id: document.projectId, source_id: sourceId, document_id: id }
  const added = [...pieces.entries()].filter(([position]) => !kept.has(position))
  const entries: NewWords[] = []
  for (const some of inStatements(added, PIECES_PER_STATEMENT)) {
    const rows = await trx
      .insertInto('knowledge_pieces')
      .values(some.map(([position, piece]) => ({ ...owner, ...toPieceColumns(piece, position) })))
      .returning(['id', 'position'])
      .execute()
    for (const { id: pieceId, position } of rows) {
      entries.push({ id: pieceId, documentId: id, words: prepared.words[position]! })
    }
  }
  // An older version has no entries.
  if (!isReplaced) await addEntries(trx, database, document, entries)
  for (const key of new Set([before, prepared.versionKey])) {
    if (key !== null) await settleVersions(trx, database, sourceId, key)
  }
  return { id, added: added.length, removed: gone.length, kept: kept.size }
}

/** The key of the document as it was. */
async function findVersion(trx: Trx, { sourceId, address }: NewKnowledgeDocument) {
  const row = await trx
    .selectFrom('knowledge_documents')
    .select('version_key')
    .where('source_id', '=', sourceId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.version_key ?? null
}

/** Locks the document until the transaction ends. */
async function writeDocument(
  trx: Trx,
  document: NewKnowledgeDocument,
  { versionKey, fingerprint }: PreparedDocument,
  now: string,
) {
  const columns = {
    ...toDocumentColumns(document, now),
    version_key: versionKey,
    fingerprint,
  }
  const row = await trx
    .insertInto('knowledge_documents')
    .values({ ...columns, id: createRowId('document'), replaced_by: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['source_id', 'address']).doUpdateSet(columns))
    .returning(['id', 'replaced_by'])
    .executeTakeFirstOrThrow()
  return { id: row.id, isReplaced: row.replaced_by !== null }
}

const listKept = (trx: Trx, documentId: string): Promise<readonly KeptPiece[]> =>
  trx
    .selectFrom('knowledge_pieces')
    .select(['id', 'project_id', 'source_id', 'document_id'])
    .select(['position', 'anchor', 'page', 'page_label', 'language', 'hash'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()

interface Kept {
  readonly row: KeptPiece
  readonly piece: NewPiece
}

/** Finds the row of each piece with an unchanged hash. `kept`: by the new position. */
function match(rows: readonly KeptPiece[], pieces: readonly NewPiece[]) {
  const byHash = Map.groupBy(rows, ({ hash }) => hash)
  const kept = new Map<number, Kept>()
  for (const [position, piece] of pieces.entries()) {
    const row = byHash.get(piece.hash)?.shift()
    if (row) kept.set(position, { row, piece })
  }
  return { kept, gone: [...byHash.values()].flatMap((left) => left.map((row) => row.id)) }
}

/** Sets the changed places of kept pieces. */
async function moveKept(trx: Trx, kept: ReadonlyMap<number, Kept>) {
  const moved = [...kept].flatMap(([position, { row, piece }]) => {
    const { anchor, page, page_label, language } = toPieceColumns(piece, position)
    const place = { position, anchor, page, page_label, language }
    const isSame = Object.entries(place).every(
      ([name, value]) => row[name as keyof typeof place] === value,
    )
    return isSame ? [] : [{ id: row.id, place }]
  })
  const write = (id: KeptPiece['id'], place: Partial<KeptPiece>) =>
    trx.updateTable('knowledge_pieces').set(place).where('id', '=', id).execute()
  // Positions are unique, so each piece first leaves its place.
  for (const { id, place } of moved) await write(id, { position: -1 - place.position })
  for (const { id, place } of moved) await write(id, place)
}
