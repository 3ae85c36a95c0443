import type { Trx } from '../database.ts'

/** Pieces of one statement: each has some hundred words to count down. */
export const PIECES_PER_STEP = 20

/** Removes some pieces of a document. Returns whether any may be left. */
export async function removePieces(trx: Trx, documentId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('knowledge_pieces')
    .where('id', 'in', (pieces) =>
      pieces
        .selectFrom('knowledge_pieces')
        .select('id')
        .where('document_id', '=', documentId)
        .orderBy('position')
        .limit(PIECES_PER_STEP),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === PIECES_PER_STEP
}
