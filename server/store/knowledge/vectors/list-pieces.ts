import { sql } from 'kysely'
import { inStatements, type Queryable } from '../../database.ts'

/** Characters of a document's title that are embedded with its pieces. */
export const TITLE_CHARACTERS = 200

/** The part of the title of document `d` that stands with a vector. */
export const cutTitle = sql<string>`substr(d.title, 1, ${sql.lit(TITLE_CHARACTERS)})`

/** The project of piece `p`, as the index by hashes has it. */
export const projectOf = sql<string>`(p.project_id || '')`

/** The key of a text: of pieces with this hash, in documents with this title. */
interface TextKey {
  readonly hash: string
  readonly title: string
}

export const keyOf = ({ hash, title }: TextKey): string => JSON.stringify([hash, title])

interface TextPiece {
  readonly pieceId: number
  readonly sourceId: string
  /** False: a newer document is found in its place. */
  readonly isFound: boolean
}

/** Pieces of a project with these texts, by {@link keyOf}. */
export async function listPieces(
  db: Queryable,
  projectId: string,
  texts: readonly TextKey[],
): Promise<ReadonlyMap<string, readonly TextPiece[]>> {
  const wanted = new Set(texts.map(keyOf))
  const hashes = [...new Set(texts.map(({ hash }) => hash))]
  const pieces = new Map<string, TextPiece[]>()
  // Apart from the vectors, since an engine without statistics would begin with all pieces of the project.
  for (const some of inStatements(hashes)) {
    const rows = await db
      .selectFrom('knowledge_pieces as p')
      .innerJoin('knowledge_documents as d', 'd.id', 'p.document_id')
      .leftJoin('knowledge_entries as e', 'e.piece_id', 'p.id')
      .select(['p.id', 'p.source_id', 'p.hash', cutTitle.as('title'), 'e.piece_id as entry_id'])
      .where(projectOf, '=', projectId)
      .where('p.hash', 'in', some)
      .orderBy('p.hash')
      .orderBy('p.id')
      .execute()
    for (const { id, source_id: sourceId, entry_id: entry, ...text } of rows) {
      const key = keyOf(text)
      if (!wanted.has(key)) continue
      const piece = { pieceId: id, sourceId, isFound: entry !== null }
      pieces.set(key, [...(pieces.get(key) ?? []), piece])
    }
  }
  return pieces
}
