import type { EmbeddingModelRow, Store } from '../../../store/store.ts'

/** Vectors of a source, as its report tells the owner. */
export interface VectorsReport {
  /** Model whose vectors questions use; undefined: none are whole yet. */
  readonly model: string | undefined
  /** Model whose vectors are being made beside them. */
  readonly next: string | undefined
  /** Sentence about pages that wait for their vectors. */
  readonly problem: string | undefined
  /** Pieces of the source that have no vector because of their text, and a sentence about one of them. */
  readonly refused: { readonly pieces: number; readonly problem: string } | undefined
}

/** By the source's id; undefined if the project has no embedding model. */
export async function reportVectors(
  { embeddings, vectors }: Pick<Store, 'embeddings' | 'vectors'>,
  projectId: string,
): Promise<((sourceId: string) => VectorsReport) | undefined> {
  const models = await embeddings.listModels(projectId)
  const find = (state: EmbeddingModelRow['state']) => models.find((row) => row.state === state)
  const [current, next] = [find('current'), find('building')]
  const newest = next ?? current
  if (!newest) return undefined
  const refused = await vectors.listRefused(newest)
  return (sourceId) => ({
    model: current?.name,
    next: next?.name,
    problem: newest.problem ?? undefined,
    refused: refused.find((each) => each.sourceId === sourceId),
  })
}

/** Lines about the vectors of a source, for people. */
export function vectorLines({ model, next, problem, refused }: VectorsReport): readonly string[] {
  return [
    ...(model === undefined ? [] : [`Questions find its pages by the vectors of ${model} too.`]),
    ...(next === undefined ? [] : [`Vectors of ${next} are being made.`]),
    ...(problem === undefined ? [] : [problem]),
    ...(refused === undefined ? [] : [`${refused.pieces} pieces: ${refused.problem}`]),
  ]
}
