import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'
import { cosine, toBytes, type QuantisedVector } from './quantise.ts'

/** A question for the vectors of one model. */
export interface NearestQuery {
  readonly modelId: string
  readonly question: QuantisedVector
  /** Vectors whose bits differ least, which are compared by their numbers. */
  readonly compared: number
}

export interface NearVector {
  readonly seq: number
  readonly hash: string
  readonly title: string
  /** Cosine of the angle, from -1 to 1. */
  readonly similarity: number
}

/** Search of an engine among vectors. */
export interface VectorEngine {
  /** The compared vectors, nearest first. */
  nearest(db: Kysely<Tables>, query: NearestQuery): Promise<readonly NearVector[]>
  /** Makes an index of a model's vectors, where the engine has any and it is not there yet. */
  addIndex(db: Kysely<Tables>, modelId: string, dimensions: number): Promise<void>
  removeIndex(db: Kysely<Tables>, modelId: string): Promise<void>
  close(): Promise<void>
}

/** A stored vector, as both engines read it. */
export interface StoredVector {
  readonly seq: number
  readonly hash: string
  readonly title: string
  readonly vector: string
}

/** Orders vectors by their numbers, nearest first. */
export function compare(
  { values }: QuantisedVector,
  rows: readonly StoredVector[],
): readonly NearVector[] {
  const asked = toBytes(values)
  return rows
    .map(({ vector, ...row }) => ({ ...row, similarity: cosine(asked, toBytes(vector)) }))
    .toSorted((one, other) => other.similarity - one.similarity || one.seq - other.seq)
}
