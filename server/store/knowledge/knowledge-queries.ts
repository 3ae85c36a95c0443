import { inTurns } from '../../steps/in-turns.ts'
import { REPEATABLE, type Database, type Trx } from '../database.ts'
import {
  toDocumentRow,
  toPieceRow,
  type KnowledgeDocumentRow,
  type PieceRow,
  type SavedDocument,
} from './document-rows.ts'
import { prepareDocument } from './prepare-document.ts'
import { removePieces } from './remove-pieces.ts'
import { settleVersions } from './settle-versions.ts'
import { createEntryQueries } from './search-entries.ts'
import type { DocumentWithPieces } from './document-rows.ts'
import { saveDocument } from './save-document.ts'
import type { SourceRow } from './source-rows.ts'

/** Numbers of the engines. */
const PIECE_ID = /^\d{1,15}$/

/** A source with the answers that find it: live ones, and those of the draft. */
export type ListedSource = Pick<SourceRow, 'id' | 'settings' | 'isLive' | 'isDraft'>

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
    /** Settings of a project's sources, as text, and the answers that find them; in no order. */
    async listSourceSettings(projectId: string): Promise<readonly ListedSource[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_sources')
          .select(['id', 'settings', 'is_live', 'is_draft'])
          .where('project_id', '=', projectId)
          // Its documents go in steps, and are found no more from the first on.
          .where('state', '!=', 'removing')
          .execute(),
      )
      return rows.map(({ id, settings, is_live, is_draft }) => ({
        id,
        settings,
        isLive: is_live === 1,
        isDraft: is_draft === 1,
      }))
    },
    /** Removes documents and their pieces, each whole; an older version is found again. */
    async removeDocuments(ids: readonly string[]): Promise<void> {
      for (const id of ids) await write((trx) => removeDocument(trx, database, id), REPEATABLE)
    },
    /** After many changes: makes searches as fast as they were, in short steps. */
    async tidy(signal?: AbortSignal): Promise<void> {
      const { tidy } = database.knowledge
      if (tidy) while (await write(tidy, REPEATABLE)) signal?.throwIfAborted()
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

async function removeDocument(trx: Trx, database: Database, id: string) {
  while (await removePieces(trx, id));
  const [removed] = await trx
    .deleteFrom('knowledge_documents')
    .where('id', '=', id)
    .returning(['source_id', 'version_key'])
    .execute()
  const { source_id: sourceId, version_key: key } = removed ?? { version_key: null }
  if (sourceId !== undefined && key !== null) await settleVersions(trx, database, sourceId, key)
}
