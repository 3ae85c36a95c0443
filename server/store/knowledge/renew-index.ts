import type { Kysely } from 'kysely'
import { inStatements, type Queryable } from '../database.ts'
import type { SearchRepair } from '../search/search-engine.ts'
import { renewSearch, type Renewal } from '../search/search-repair.ts'
import type { Tables } from '../tables.ts'
import { listTerms } from './entry-words.ts'
import { addToIndex } from './sqlite-knowledge.ts'

/** Entries in memory at once. */
const ENTRIES_PER_QUERY = 100
/** Rows of one statement, so that it does not block the event loop for long. */
const ENTRIES_PER_STATEMENT = 10

const TEXTS: Readonly<Record<Renewal, string>> = {
  whole: 'The search index of the pages could not be read: it was made anew from their words.',
  empty:
    'The search index of the pages could not be read, and not all of their words either: it is empty, and finds pages that are read from now on. Restore a backup.',
}

/** Rebuilds the index of an owner's pages from the words of their entries. */
export const renewKnowledgeIndex = (db: Kysely<Tables>, repair: SearchRepair): Promise<Renewal> =>
  renewSearch(db, repair, indexEntries)

/** The same, with a sentence for the log. */
export const renewKnowledge = async (db: Kysely<Tables>, repair: SearchRepair): Promise<string> =>
  TEXTS[await renewKnowledgeIndex(db, repair)]

async function indexEntries(trx: Queryable): Promise<void> {
  let after = 0
  for (;;) {
    const entries = await trx
      .selectFrom('knowledge_entries as entry')
      .innerJoin('knowledge_pieces as piece', 'piece.id', 'entry.piece_id')
      .select(['entry.piece_id', 'entry.project_id', 'entry.words', 'piece.source_id'])
      .where('entry.piece_id', '>', after)
      .orderBy('entry.piece_id')
      .limit(ENTRIES_PER_QUERY)
      .execute()
    for (const some of inStatements(entries, ENTRIES_PER_STATEMENT)) {
      await addToIndex(
        trx,
        some.map(({ piece_id, project_id, source_id, words }) => ({
          piece_id,
          terms: listTerms(project_id, source_id, words),
        })),
      )
    }
    const last = entries.at(-1)
    if (!last || entries.length < ENTRIES_PER_QUERY) return
    after = last.piece_id
  }
}
