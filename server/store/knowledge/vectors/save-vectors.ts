import { inStatements, type Trx } from '../../database.ts'
import type { NewVector, VectorShape } from './embedding-rows.ts'
import { quantise } from './quantise.ts'

interface VectorsToSave {
  readonly modelId: string
  readonly vectors: readonly NewVector[]
  readonly shape: VectorShape | undefined
}

/**
 * Stores vectors, all or none; a text that has one keeps it.
 *
 * @returns false if the model has left, or has vectors of another shape.
 */
export async function saveVectors(
  trx: Trx,
  isShared: boolean,
  { modelId, vectors, shape: given }: VectorsToSave,
): Promise<boolean> {
  // Locked, so that seqs grow in the order of commits.
  const model = await trx
    .selectFrom('knowledge_embeddings')
    .select(['state', 'dimensions', 'centre', 'next_seq'])
    .where('id', '=', modelId)
    .$if(isShared, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!model || model.state === 'leaving') return false
  const shape =
    model.dimensions === null || model.centre === null
      ? given
      : { dimensions: model.dimensions, centre: JSON.parse(model.centre) as number[] }
  const rows = vectors.map((vector, index) => ({
    model_id: modelId,
    seq: model.next_seq + index,
    hash: vector.hash,
    title: vector.title,
    ...toColumns(vector, shape),
  }))
  if (rows.some(({ bits }) => bits !== null && bits.length !== shape?.dimensions)) return false
  for (const some of inStatements(rows)) {
    await trx
      .insertInto('knowledge_vectors')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['model_id', 'hash', 'title']).doNothing())
      .execute()
  }
  await trx
    .updateTable('knowledge_embeddings')
    .set({
      next_seq: model.next_seq + rows.length,
      ...(shape && { dimensions: shape.dimensions, centre: JSON.stringify(shape.centre) }),
    })
    .where('id', '=', modelId)
    .execute()
  return true
}

function toColumns(vector: NewVector, shape: VectorShape | undefined) {
  if ('problem' in vector) return { bits: null, vector: null, problem: vector.problem }
  const { bits, values } = quantise(vector.unit, shape?.centre ?? [])
  return { bits, vector: values, problem: null }
}
