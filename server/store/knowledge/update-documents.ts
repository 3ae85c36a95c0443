import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import { REPEATABLE, type Database } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Documents of one transaction, for which other writers wait. */
export const DOCUMENTS_PER_STEP = 200

type DocumentsUpdate = UpdateQueryBuilder<
  Tables,
  'knowledge_documents',
  'knowledge_documents',
  UpdateResult
>

/**
 * Updates the documents of a source in steps, in the order of their addresses.
 *
 * @param change sets columns, and may choose among the documents.
 */
export async function updateDocuments(
  write: Database['write'],
  sourceId: string,
  change: (query: DocumentsUpdate) => DocumentsUpdate,
): Promise<void> {
  let after: string | undefined
  do {
    const from = after
    after = await write(async (trx) => {
      const rows = await trx
        .selectFrom('knowledge_documents')
        .select('address')
        .where('source_id', '=', sourceId)
        .$if(from !== undefined, (query) => query.where('address', '>', from!))
        .orderBy('address')
        .limit(DOCUMENTS_PER_STEP)
        .execute()
      const last = rows.at(-1)?.address
      if (last === undefined) return undefined
      await change(trx.updateTable('knowledge_documents'))
        .where('source_id', '=', sourceId)
        .where('address', '<=', last)
        .$if(from !== undefined, (query) => query.where('address', '>', from!))
        .execute()
      return rows.length === DOCUMENTS_PER_STEP ? last : undefined
    }, REPEATABLE)
  } while (after !== undefined)
}
