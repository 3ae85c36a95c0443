import { inStatements, REPEATABLE, type Database } from '../database.ts'
import {
  toDocumentRow,
  toPieceRow,
  type KnowledgeDocumentRow,
  type PieceRow,
  type SavedDocument,
} from './document-rows.ts'
import { saveDocument, type DocumentWithPieces } from './save-document.ts'

/** Documents that one transaction removes. */
const DOCUMENTS_PER_STATEMENT = 20

export type KnowledgeQueries = ReturnType<typeof createKnowledgeQueries>

/** Documents of sources and their pieces. Sources and crawls have queries of their own. */
export function createKnowledgeQueries({ read, write, now }: Database) {
  return {
    /**
     * Adds a document, or replaces the one with its address in its source: all of it or nothing. Only pieces
     * whose hash changed are written. A document that was not read has no pieces.
     */
    saveDocument: (document: DocumentWithPieces): Promise<SavedDocument> =>
      write((trx) => saveDocument(trx, document, now()), REPEATABLE),
    /** Removes documents and their pieces, each whole. */
    async removeDocuments(ids: readonly string[]): Promise<void> {
      for (const some of inStatements(ids, DOCUMENTS_PER_STATEMENT)) {
        await write(
          (trx) => trx.deleteFrom('knowledge_documents').where('id', 'in', some).execute(),
          REPEATABLE,
        )
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
    /** The kept text of a document, in its order. */
    async listPieces(projectId: string, documentId: string): Promise<readonly PieceRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_pieces')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('document_id', '=', documentId)
          .orderBy('position')
          .execute(),
      )
      return rows.map(toPieceRow)
    },
  }
}
