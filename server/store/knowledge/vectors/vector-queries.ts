import { sql, type RawBuilder } from 'kysely'
import { REPEATABLE, type Database } from '../../database.ts'
import type {
  EmbeddingModelRow,
  NearPiece,
  NewVector,
  UnembeddedText,
  VectorShape,
} from './embedding-rows.ts'
import { cutTitle, keyOf, listPieces, projectOf } from './list-pieces.ts'
import { quantise } from './quantise.ts'
import { removeSeqs, removeSome, REMOVED_PER_STEP } from './remove-vectors.ts'
import { saveVectors } from './save-vectors.ts'
import { compare, type NearVector } from './vector-engine.ts'

/** Pieces that one step looks through for texts without a vector. */
const PIECES_PER_STEP = 500
/** Vectors that tell how similar a question is to other texts. */
const SAMPLE_ROWS = 200
/** Texts without a vector that the owner is told of. */
const REFUSED_MAX = 1_000

type Model = Pick<EmbeddingModelRow, 'id' | 'projectId'>

/** A place in the order of pieces by hash. */
export interface PiecePlace {
  readonly hash: string
  readonly id: number
}

/** Vectors of pieces. */
export function createVectorQueries({ read, write, vectors: engine, isShared }: Database) {
  return {
    /** Number of a project's pieces, counted up to one more than `limit`. */
    async countPieces(projectId: string, limit: number): Promise<number> {
      const { count } = await read((db) =>
        db
          .selectFrom(
            db
              .selectFrom('knowledge_pieces as p')
              .select('p.id')
              .where(projectOf, '=', projectId)
              .limit(limit + 1)
              .as('counted'),
          )
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      )
      return Number(count)
    },
    /**
     * Texts without a row among the next {@link PIECES_PER_STEP} pieces, in the order of their hashes, so that they are
     * from all over the project.
     *
     * @returns `next`: where to go on; undefined at the end.
     */
    async listUnembedded({ id, projectId }: Model, after: PiecePlace | undefined) {
      const { rows } = await read((db) => readPieces({ id, projectId }, after).execute(db))
      const last = rows.length < PIECES_PER_STEP ? undefined : rows.at(-1)
      const missing = new Map(
        rows.flatMap((row) =>
          row.seq === null && row.entry_id !== null ? [[keyOf(row), toText(row)] as const] : [],
        ),
      )
      return {
        texts: [...missing.values()],
        next: last && { hash: last.hash, id: last.piece_id },
      }
    },
    /**
     * Stores vectors, all or none; a text that has one keeps it.
     *
     * @param shape for the first vectors of the model.
     * @returns false if the model has left, or has vectors of another shape.
     */
    saveVectors: (
      modelId: string,
      vectors: readonly NewVector[],
      shape: VectorShape | undefined,
    ): Promise<boolean> =>
      write((trx) => saveVectors(trx, isShared, { modelId, vectors, shape }), REPEATABLE),
    /** Makes the engine's own index of a model's vectors, if it has any. */
    addIndex: (modelId: string, dimensions: number): Promise<void> =>
      read((db) => engine.addIndex(db, modelId, dimensions)),
    /**
     * Texts whose vectors are nearest to a question's, nearest first.
     *
     * @param compared vectors that are compared by their numbers.
     */
    findNear: (
      modelId: string,
      { centre }: VectorShape,
      unit: readonly number[],
      compared: number,
    ): Promise<readonly NearVector[]> =>
      read((db) => engine.nearest(db, { modelId, question: quantise(unit, centre), compared })),
    /** Pieces with these texts that searches find, in the order of the texts. */
    async findPieces(
      projectId: string,
      texts: readonly NearVector[],
    ): Promise<readonly NearPiece[]> {
      const pieces = await read((db) => listPieces(db, projectId, texts))
      return texts.flatMap((text) =>
        (pieces.get(keyOf(text)) ?? [])
          .filter(({ isFound }) => isFound)
          .map(({ pieceId, sourceId }) => ({ pieceId, sourceId, similarity: text.similarity })),
      )
    },
    /**
     * Similarities of a question to the first vectors of a model, which are of texts from all over the project: most
     * have nothing to do with it.
     */
    async sampleSimilarities(
      modelId: string,
      { centre }: VectorShape,
      unit: readonly number[],
    ): Promise<readonly number[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_vectors')
          .select(['seq', 'hash', 'title', 'vector'])
          .where('model_id', '=', modelId)
          .where('vector', 'is not', null)
          .orderBy('seq')
          .limit(SAMPLE_ROWS)
          .$narrowType<{ vector: string }>()
          .execute(),
      )
      return compare(quantise(unit, centre), rows).map(({ similarity }) => similarity)
    },
    /** Pieces of each source whose text has no vector because of a problem, with one such sentence. */
    async listRefused({ id, projectId }: Model) {
      const refused = await read((db) =>
        db
          .selectFrom('knowledge_vectors')
          .select(['hash', 'title', 'problem'])
          .where('model_id', '=', id)
          .where('problem', 'is not', null)
          .orderBy('seq')
          .limit(REFUSED_MAX)
          .execute(),
      )
      const pieces = await read((db) => listPieces(db, projectId, refused))
      const bySource = new Map<string, { pieces: number; problem: string }>()
      for (const text of refused) {
        for (const { sourceId } of pieces.get(keyOf(text)) ?? []) {
          const before = bySource.get(sourceId) ?? { pieces: 0, problem: text.problem ?? '' }
          bySource.set(sourceId, { ...before, pieces: before.pieces + 1 })
        }
      }
      return [...bySource].map(([sourceId, counts]) => ({ sourceId, ...counts }))
    },
    /**
     * Removes vectors whose text stands in no piece, among the next {@link REMOVED_PER_STEP} ones.
     *
     * @returns where to go on; undefined at the end.
     */
    removeUnused: ({ id, projectId }: Model, after: number): Promise<number | undefined> =>
      write(async (trx) => {
        const rows = await trx
          .selectFrom('knowledge_vectors')
          .select(['seq', 'hash', 'title'])
          .where('model_id', '=', id)
          .where('seq', '>', after)
          .orderBy('seq')
          .limit(REMOVED_PER_STEP)
          .execute()
        const pieces = await listPieces(trx, projectId, rows)
        const unused = rows.filter((row) => !pieces.has(keyOf(row))).map(({ seq }) => seq)
        await removeSeqs(trx, id, unused)
        return rows.length < REMOVED_PER_STEP ? undefined : rows.at(-1)?.seq
      }, REPEATABLE),
    /** A step of the removal of a model that leaves; returns whether there is more to do. */
    async removeSome(modelId: string): Promise<boolean> {
      const left = await write((trx) => removeSome(trx, modelId), REPEATABLE)
      if (left === 'none') await read((db) => engine.removeIndex(db, modelId))
      return left === 'some'
    },
  }
}

interface PieceOfStep {
  readonly piece_id: number
  readonly hash: string
  readonly title: string
  readonly headings: string
  readonly text: string
  readonly seq: number | null
  /** Null: a newer document is found in its place. */
  readonly entry_id: number | null
}

function readPieces(
  { id, projectId }: Model,
  after: PiecePlace | undefined,
): RawBuilder<PieceOfStep> {
  const behind =
    after === undefined ? sql`` : sql`and (p.hash, p.id) > (${after.hash}, ${after.id})`
  return sql<PieceOfStep>`
    select step.id as piece_id, step.hash, ${cutTitle} as title, step.headings,
      coalesce(step.full_text, step.text) as text, v.seq, e.piece_id as entry_id
    from (
      select * from knowledge_pieces p where ${projectOf} = ${projectId} ${behind}
      order by p.hash, p.id limit ${sql.lit(PIECES_PER_STEP)}
    ) step
    join knowledge_documents d on d.id = step.document_id
    left join knowledge_entries e on e.piece_id = step.id
    left join knowledge_vectors v
      on v.model_id = ${id} and v.hash = step.hash and v.title = ${cutTitle}
    order by step.hash, step.id`
}

const toText = (row: PieceOfStep): UnembeddedText => ({
  hash: row.hash,
  title: row.title,
  headings: JSON.parse(row.headings) as string[],
  text: row.text,
})
