import type { Queryable } from '../database.ts'
import { addEntries, entryWords } from './entries.ts'
import type { KnowledgeEngine } from './knowledge-engine.ts'

/** Pieces in memory at once. */
const PIECES_PER_QUERY = 100

/** Rebuilds the index of an owner's pages, for tables that were filled without the store. */
export async function rebuildEntries(
  trx: Queryable,
  { knowledge }: { readonly knowledge: KnowledgeEngine },
): Promise<void> {
  for (const statement of knowledge.afterRestore) await statement.execute(trx)
  await trx.deleteFrom('knowledge_entries').execute()
  let after = 0
  for (;;) {
    const pieces = await trx
      .selectFrom('knowledge_pieces as piece')
      .innerJoin('knowledge_documents as document', 'document.id', 'piece.document_id')
      .select([
        'piece.id',
        'piece.project_id',
        'piece.source_id',
        'piece.document_id',
        'document.title',
      ])
      .select(['piece.headings', 'piece.text', 'piece.full_text'])
      // An older version has no entries.
      .where('document.replaced_by', 'is', null)
      .where('piece.id', '>', after)
      .orderBy('piece.id')
      .limit(PIECES_PER_QUERY)
      .execute()
    for (const group of Map.groupBy(pieces, ({ source_id: id }) => id).values()) {
      const [{ project_id: projectId, source_id: sourceId }] = group as [(typeof group)[number]]
      const entries = group.map(
        ({ id, document_id: documentId, title, headings, text, full_text: fullText }) => ({
          id,
          documentId,
          words: entryWords({
            title,
            headings: JSON.parse(headings) as string[],
            text: fullText ?? text,
          }),
        }),
      )
      await addEntries(trx, { knowledge }, { projectId, sourceId }, entries)
    }
    const last = pieces.at(-1)
    if (!last || pieces.length < PIECES_PER_QUERY) return
    after = last.id
  }
}
