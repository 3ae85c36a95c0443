import { inTurns } from '../../steps/in-turns.ts'
import { inStatements, REPEATABLE, type Database, type Trx } from '../database.ts'
import {
  toDocumentRow,
  toPieceRow,
  type KnowledgeDocumentRow,
  type PieceRow,
  type SavedDocument,
} from './document-rows.ts'
import { prepareDocument } from './prepare-document.ts'
import { settleVersions } from './settle-versions.ts'
import { createEntryQueries } from './search-entries.ts'
import type { DocumentWithPieces } from './document-rows.ts'
import { saveDocument } from './save-document.ts'

/** Documents that one transaction removes. */
const DOCUMENTS_PER_STATEMENT = 20

/** Numbers of the engines. */
const PIECE_ID = /^\d{1,15}$/

export type KnowledgeQueries = ReturnType<typeof createKnowledgeQueries>

/** Documents of sources and their pieces. Sources and crawls have queries of their own. */
export function createKnowledgeQueries(database: Database) {
  const { read, write } = database

  return {
    ...createEntryQueries(database),
    /**
     * Adds a document, or replaces the one with its address in its source: all of it or nothing. Only pieces
     * whose hash changed are written. A document that was not read has no pieces.
     */
    async saveDocument(saved: DocumentWithPieces): Promise<SavedDocument> {
      const prepared = await inTurns(prepareDocument(saved))
      return write((trx) => saveDocument(trx, database, saved, prepared), REPEATABLE)
    },
    /** Settings of a project's sources, as text, in no order. */
    async listSourceSettings(
      projectId: string,
    ): Promise<readonly { readonly id: string; readonly settings: string }[]> {
      return await read((db) =>
        db
          .selectFrom('knowledge_sources')
          .select(['id', 'settings'])
          .where('project_id', '=', projectId)
          // Its documents go in steps, and are found no more from the first on.
          .where('state', '!=', 'removing')
          .execute(),
      )
    },
    /** Removes documents and their pieces, each whole; an older version is found again. */
    async removeDocuments(ids: readonly string[]): Promise<void> {
      for (const some of inStatements(ids, DOCUMENTS_PER_STATEMENT)) {
        await write((trx) => removeDocuments(trx, database, some), REPEATABLE)
      }
    },
    async findDocument(projectId: string, id: string): Promise<KnowledgeDocumentRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('knowledge_documents')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      return row && toDocumentRow(row)
    },
    /**
     * The kept text of a document, in its order.
     *
     * @param range positions, both ends included. Default: all.
     */
    async listPieces(
      projectId: string,
      documentId: string,
      range?: { readonly from: number; readonly to: number },
    ): Promise<readonly PieceRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_pieces')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('document_id', '=', documentId)
          .$if(range !== undefined, (query) =>
            query.where('position', '>=', range!.from).where('position', '<=', range!.to),
          )
          .orderBy('position')
          .execute(),
      )
      return rows.map(toPieceRow)
    },
    /** Position of a piece in its document; undefined if it is not there any more. */
    async findPiecePosition(
      projectId: string,
      documentId: string,
      pieceId: string,
    ): Promise<number | undefined> {
      if (!PIECE_ID.test(pieceId)) return undefined
      const row = await read((db) =>
        db
          .selectFrom('knowledge_pieces')
          .select('position')
          .where('project_id', '=', projectId)
          .where('document_id', '=', documentId)
          .where('id', '=', Number(pieceId))
          .executeTakeFirst(),
      )
      return row?.position
    },
  }
}

async function removeDocuments(trx: Trx, database: Database, ids: readonly string[]) {
  const removed = await trx
    .deleteFrom('knowledge_documents')
    .where('id', 'in', ids)
    .returning(['source_id', 'version_key'])
    .execute()
  const keys = new Map(removed.map((row) => [JSON.stringify(row), row]))
  for (const { source_id: sourceId, version_key: key } of keys.values()) {
    if (key !== null) await settleVersions(trx, database, sourceId, key)
  }
}
