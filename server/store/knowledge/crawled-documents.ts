import { sql, type Updateable } from 'kysely'
import { REPEATABLE, type Database, type Queryable } from '../database.ts'
import { toDocumentRow, type KnowledgeDocumentRow } from './document-rows.ts'
import type { KnowledgeDocumentsTable } from './knowledge-tables.ts'
import { updateDocuments } from './update-documents.ts'

/** Fields that a crawl renews in a document whose content is unchanged. */
export interface SeenDocument {
  readonly id: string
  readonly crawlId: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/** Documents of a source after a crawl that found its whole list. */
export interface FoundCounts {
  /** Found by this crawl, and readable. */
  readonly present: number
  /** Not found by this crawl, after all former ones found them. */
  readonly lost: number
}

export interface DocumentPlace {
  readonly id: string
  /** Path inside of the source, or address. */
  readonly address: string
}

/** A document in a report, without its text. */
export type ReportedDocument = Pick<
  KnowledgeDocumentRow,
  | 'id'
  | 'address'
  | 'url'
  | 'title'
  | 'language'
  | 'notes'
  | 'unreadReason'
  | 'unreadDetail'
  | 'missingSince'
  | 'checkedAt'
>

/** Documents as crawls see them: found again, missing, forgotten. */
export function createCrawledDocumentQueries({ read, write, now }: Database) {
  const update = (id: string, columns: Updateable<KnowledgeDocumentsTable>): Promise<unknown> =>
    write(
      (trx) => trx.updateTable('knowledge_documents').set(columns).where('id', '=', id).execute(),
      REPEATABLE,
    )

  return {
    async findByAddress(
      sourceId: string,
      address: string,
    ): Promise<KnowledgeDocumentRow | undefined> {
      const row = await read((db) =>
        db
          .selectFrom('knowledge_documents')
          .selectAll()
          .where('source_id', '=', sourceId)
          .where('address', '=', address)
          .executeTakeFirst(),
      )
      return row && toDocumentRow(row)
    },
    /** Notes that a crawl found a document and checked it: it is unchanged. */
    async markUnchanged({ id, crawlId, etag, lastModified }: SeenDocument): Promise<void> {
      const seen = {
        crawl_id: crawlId,
        missing_since: null,
        unread_detail: null,
        checked_at: now(),
      }
      await update(id, { ...seen, etag, last_modified: lastModified })
    },
    /** Notes that a crawl found a document, but did not check its content; `detail`: a sentence about why. */
    async markFound(id: string, crawlId: string, detail: string | null): Promise<void> {
      await update(id, { crawl_id: crawlId, missing_since: null, unread_detail: detail })
    },
    /** Notes why a crawl did not find a document, whose text stays for now. */
    async markLost(id: string, detail: string): Promise<void> {
      await update(id, { unread_detail: detail })
    },
    async countFound(sourceId: string, crawlId: string): Promise<FoundCounts> {
      const { rows } = await read((db) =>
        sql<{ readonly present: string | null; readonly lost: string | null }>`
          select
            sum(case when crawl_id = ${crawlId} then 1 else 0 end) as present,
            sum(case when crawl_id != ${crawlId} and missing_since is null then 1 else 0 end) as lost
          from knowledge_documents where source_id = ${sourceId} and unread_reason is null
        `.execute(db),
      )
      return { present: Number(rows[0]?.present ?? 0), lost: Number(rows[0]?.lost ?? 0) }
    },
    /** Marks documents that the crawl did not find, from its start on. */
    async markMissing(sourceId: string, crawlId: string, since: string): Promise<void> {
      await updateDocuments(write, sourceId, (query) =>
        query
          .set({ missing_since: since })
          .where('crawl_id', '!=', crawlId)
          .where('missing_since', 'is', null),
      )
    },
    /**
     * Some documents to forget: those that are missing since that time or longer, and those without text
     * that the crawl did not find.
     */
    async listForgettable(
      sourceId: string,
      crawlId: string,
      missingBefore: string,
      limit: number,
    ): Promise<readonly DocumentPlace[]> {
      return read((db) =>
        db
          .selectFrom('knowledge_documents')
          .select(['id', 'address'])
          .where('source_id', '=', sourceId)
          .where('crawl_id', '!=', crawlId)
          .where((where) =>
            where.or([
              where('missing_since', '<=', missingBefore),
              where('unread_reason', 'is not', null),
            ]),
          )
          .limit(limit)
          .execute(),
      )
    },
    /** Addresses of the source's documents after an address, in their order. */
    async listAddresses(
      sourceId: string,
      after: string,
      limit: number,
    ): Promise<readonly DocumentPlace[]> {
      return read((db) =>
        db
          .selectFrom('knowledge_documents')
          .select(['id', 'address'])
          .where('source_id', '=', sourceId)
          .where('address', '>', after)
          .orderBy('address')
          .limit(limit)
          .execute(),
      )
    },
    /** Documents of a source with something to tell: not read, missing, or read with notes. */
    async listReported(sourceId: string, limit: number): Promise<readonly ReportedDocument[]> {
      const rows = await read((db) =>
        reported(db)
          .where('source_id', '=', sourceId)
          .orderBy('unread_reason')
          .orderBy('address')
          .limit(limit)
          .execute(),
      )
      return rows.map(toDocumentRow)
    },
  }
}

const reported = (db: Queryable) =>
  db
    .selectFrom('knowledge_documents')
    .selectAll()
    .where((where) =>
      where.or([
        where('unread_reason', 'is not', null),
        where('missing_since', 'is not', null),
        where('notes', '!=', '[]'),
      ]),
    )
