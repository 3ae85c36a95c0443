import { inStatements, type Queryable } from '../database.ts'

/** A piece of an owner's pages as it is now. */
export interface PresentPiece {
  readonly title: string
  readonly url: string | null
  readonly headings: readonly string[]
  readonly text: string
}

/** Numbers of the engines. */
const PIECE_ID = /^\d{1,15}$/
/** Pieces of one answer. */
const PIECES_MAX = 500

/** By their ids, without those that are gone. */
export async function readPresentPieces(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PresentPiece>> {
  const pieces = new Map<string, PresentPiece>()
  const numbers = [...new Set(ids)].filter((id) => PIECE_ID.test(id)).map(Number)
  for (const some of inStatements(numbers.slice(0, PIECES_MAX), 100)) {
    const rows = await db
      .selectFrom('knowledge_pieces')
      .innerJoin('knowledge_documents', 'knowledge_documents.id', 'knowledge_pieces.document_id')
      .select([
        'knowledge_pieces.id',
        'knowledge_pieces.headings',
        'knowledge_pieces.text',
        'knowledge_documents.title',
        'knowledge_documents.url',
      ])
      .where('knowledge_pieces.id', 'in', some)
      .where('knowledge_pieces.project_id', '=', projectId)
      .execute()
    for (const { id, headings, text, title, url } of rows) {
      pieces.set(String(id), { title, url, headings: JSON.parse(headings) as string[], text })
    }
  }
  return pieces
}
