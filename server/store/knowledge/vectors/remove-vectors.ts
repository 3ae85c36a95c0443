import type { Trx } from '../../database.ts'

/** Rows that one transaction removes. */
export const REMOVED_PER_STEP = 500

/** Removes some vectors of a model that leaves, and the model after the last. */
export async function removeSome(
  trx: Trx,
  modelId: string,
): Promise<'some' | 'none' | 'not leaving'> {
  const leaving = await trx
    .selectFrom('knowledge_embeddings')
    .select('id')
    .where('id', '=', modelId)
    .where('state', '=', 'leaving')
    .executeTakeFirst()
  if (!leaving) return 'not leaving'
  const rows = await trx
    .selectFrom('knowledge_vectors')
    .select('seq')
    .where('model_id', '=', modelId)
    .orderBy('seq')
    .limit(REMOVED_PER_STEP)
    .execute()
  await removeSeqs(
    trx,
    modelId,
    rows.map(({ seq }) => seq),
  )
  if (rows.length === REMOVED_PER_STEP) return 'some'
  await trx.deleteFrom('knowledge_embeddings').where('id', '=', modelId).execute()
  return 'none'
}

export async function removeSeqs(
  trx: Trx,
  modelId: string,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return
  await trx
    .deleteFrom('knowledge_vectors')
    .where('model_id', '=', modelId)
    .where('seq', 'in', seqs)
    .execute()
}
