import { sql } from 'kysely'
import { inStatements, type Database } from '../database.ts'
import type { ReportCursor } from './report-answers.ts'

/** Rows of one statement: each may hold the passages of a whole answer. */
export const USES_PER_STATEMENT = 100
/** Numbers alone. */
export const PIECES_PER_STATEMENT = 2_000

/** How an answer used the owner's pages. */
export interface ReportedUse extends ReportCursor {
  /** JSON text; opaque to the store. */
  readonly data: string
}

/** A piece that searches find, with its document. */
export interface ReportedPiece {
  readonly id: number
  readonly title: string
  readonly url: string | null
  readonly headings: readonly string[]
}

/** How the owner's pages are used, for the desk. */
export function createKnowledgeReportQueries({
  read,
  knowledge,
}: Pick<Database, 'read' | 'knowledge'>) {
  return {
    /** Answers with a finding, the newest first; at most {@link USES_PER_STATEMENT}. */
    async listUses(project: string, before?: ReportCursor): Promise<readonly ReportedUse[]> {
      const rows = await read((db) =>
        db
          .selectFrom('answer_knowledge')
          .select(['data', 'created_at', 'message_id'])
          .where('project_id', '=', project)
          .where('is_unanswered', '=', 0)
          .$if(before !== undefined, (query) =>
            query.where(sql<boolean>`(created_at, message_id) < (${before!.at}, ${before!.id})`),
          )
          .orderBy('created_at', 'desc')
          .orderBy('message_id', 'desc')
          .limit(USES_PER_STATEMENT)
          .execute(),
      )
      return rows.map((row) => ({ data: row.data, at: row.created_at, id: row.message_id }))
    },
    /** Ids of pieces that searches find, in their order; at most {@link PIECES_PER_STATEMENT}. */
    async listPieces(project: string, after: number): Promise<readonly number[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_entries')
          .select('piece_id')
          .where('project_id', '=', project)
          .where('piece_id', '>', after)
          .orderBy('piece_id')
          .limit(PIECES_PER_STATEMENT)
          .execute(),
      )
      return rows.map((row) => row.piece_id)
    },
    /** Number of these pieces that searches find. */
    async countPieces(project: string, ids: readonly number[]): Promise<number> {
      let count = 0
      for (const some of inStatements(ids)) {
        const row = await read((db) =>
          db
            .selectFrom('knowledge_entries')
            .select(({ fn }) => fn.countAll().as('count'))
            .where(knowledge.isOneOf('piece_id', some))
            .where('project_id', '=', project)
            .executeTakeFirstOrThrow(),
        )
        count += Number(row.count)
      }
      return count
    },
    /** A few of these pieces that searches find, in no order. */
    async describePieces(
      project: string,
      ids: readonly number[],
    ): Promise<readonly ReportedPiece[]> {
      if (ids.length === 0) return []
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_pieces as piece')
          .innerJoin('knowledge_documents as document', 'document.id', 'piece.document_id')
          .select(['piece.id', 'piece.headings', 'document.title', 'document.url'])
          .where(knowledge.isOneOf('piece.id', ids))
          .where('piece.project_id', '=', project)
          .where('document.replaced_by', 'is', null)
          .execute(),
      )
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        url: row.url,
        headings: JSON.parse(row.headings) as string[],
      }))
    },
  }
}
