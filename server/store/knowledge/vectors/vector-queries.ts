import { sql, type RawBuilder } from 'kysely'
import { inStatements, REPEATABLE, type Database, type Trx } from '../../database.ts'
import type {
  EmbeddingModelRow,
  NearPiece,
  NewVector,
  UnembeddedText,
  VectorShape,
} from './embedding-rows.ts'
import { quantise } from './quantise.ts'
import { saveVectors } from './save-vectors.ts'
import { compare } from './vector-engine.ts'

export type VectorQueries = ReturnType<typeof createVectorQueries>

/** Characters of a document's title that are embedded with its pieces. */
export const TITLE_CHARACTERS = 200
/** Pieces that one step looks through for texts without a vector. */
const PIECES_PER_STEP = 500
/** Vectors that tell how similar a question is to other texts. */
const SAMPLE_ROWS = 200
/** Rows that one transaction removes. */
const REMOVED_PER_STEP = 500

type Model = Pick<EmbeddingModelRow, 'id' | 'projectId'>

/** A place in the order of pieces by hash. */
export interface PiecePlace {
  readonly hash: string
  readonly id: string
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
              .selectFrom('knowledge_pieces')
              .select('id')
              .where('project_id', '=', projectId)
              .limit(limit + 1)
              .as('some'),
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
          row.seq === null && row.entry_id !== null
            ? [[JSON.stringify([row.hash, row.title]), toText(row)] as const]
            : [],
        ),
      )
      return {
        texts: [...missing.values()],
        next: last && { hash: last.hash, id: String(last.piece_id) },
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
     * Pieces that searches find whose vectors are nearest to a question's, nearest first.
     *
     * @param compared vectors that are compared by their numbers.
     * @returns `isAll`: no other vector is left to compare.
     */
    async findNear(
      { id: modelId, projectId }: Model,
      { centre }: VectorShape,
      unit: readonly number[],
      compared: number,
    ): Promise<{ readonly pieces: readonly NearPiece[]; readonly isAll: boolean }> {
      const question = quantise(unit, centre)
      const near = await read((db) => engine.nearest(db, { modelId, question, compared }))
      const similarities = new Map(near.map(({ seq, similarity }) => [seq, similarity]))
      const found: NearPiece[] = []
      for (const seqs of inStatements([...similarities.keys()])) {
        const { rows } = await read((db) =>
          findPieces({ id: modelId, projectId }, seqs).execute(db),
        )
        for (const row of rows) {
          const similarity = similarities.get(row.seq) ?? -1
          found.push({ pieceId: String(row.piece_id), sourceId: row.source_id, similarity })
        }
      }
      return {
        pieces: found.toSorted((one, other) => other.similarity - one.similarity),
        isAll: near.length < compared,
      }
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
          .select(['seq', 'vector'])
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
      const { rows } = await read((db) =>
        sql<{ source_id: string; count: number | string; problem: string }>`
          select p.source_id, count(*) as count, min(v.problem) as problem
          from knowledge_vectors v
          join knowledge_pieces p on p.project_id = ${projectId} and p.hash = v.hash
          join knowledge_documents d on d.id = p.document_id and ${cutTitle} = v.title
          where v.model_id = ${id} and v.problem is not null
          group by p.source_id order by p.source_id`.execute(db),
      )
      return rows.map(({ source_id: sourceId, count, problem }) => ({
        sourceId,
        pieces: Number(count),
        problem,
      }))
    },
    /**
     * Removes vectors whose text stands in no piece, among the next {@link REMOVED_PER_STEP} ones.
     *
     * @returns where to go on; undefined at the end.
     */
    removeUnused: (modelId: string, after: number): Promise<number | undefined> =>
      write(async (trx) => {
        const { rows } = await sql<{ seq: number; is_used: number | boolean }>`
          select v.seq, exists (
            select 1 from knowledge_embeddings e
            join knowledge_pieces p on p.project_id = e.project_id and p.hash = v.hash
            join knowledge_documents d on d.id = p.document_id and ${cutTitle} = v.title
            where e.id = v.model_id
          ) as is_used
          from knowledge_vectors v where v.model_id = ${modelId} and v.seq > ${after}
          order by v.seq limit ${sql.lit(REMOVED_PER_STEP)}`.execute(trx)
        const unused = rows.filter((row) => !row.is_used).map(({ seq }) => seq)
        await removeSeqs(trx, modelId, unused)
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

/** The part of a title that stands with a vector. */
const cutTitle = sql`substr(d.title, 1, ${sql.lit(TITLE_CHARACTERS)})`

interface PieceOfStep {
  readonly piece_id: number | string
  readonly hash: string
  readonly title: string
  readonly headings: string
  readonly text: string
  readonly seq: number | null
  /** Null: a newer document is found in its place. */
  readonly entry_id: number | string | null
}

function readPieces(
  { id, projectId }: Model,
  after: PiecePlace | undefined,
): RawBuilder<PieceOfStep> {
  const behind =
    after === undefined ? sql`` : sql`and (p.hash, p.id) > (${after.hash}, ${BigInt(after.id)})`
  return sql<PieceOfStep>`
    select p.id as piece_id, p.hash, ${cutTitle} as title, p.headings, coalesce(p.full_text, p.text) as text, v.seq,
      e.piece_id as entry_id
    from (
      select * from knowledge_pieces p where p.project_id = ${projectId} ${behind}
      order by p.hash, p.id limit ${sql.lit(PIECES_PER_STEP)}
    ) p
    join knowledge_documents d on d.id = p.document_id
    left join knowledge_entries e on e.piece_id = p.id
    left join knowledge_vectors v on v.model_id = ${id} and v.hash = p.hash and v.title = ${cutTitle}
    order by p.hash, p.id`
}

const toText = (row: PieceOfStep): UnembeddedText => ({
  hash: row.hash,
  title: row.title,
  headings: JSON.parse(row.headings) as string[],
  text: row.text,
})

const findPieces = ({ id, projectId }: Model, seqs: readonly number[]) =>
  sql<{ seq: number; piece_id: number | string; source_id: string }>`
    select v.seq, p.id as piece_id, p.source_id
    from knowledge_vectors v
    join knowledge_pieces p on p.project_id = ${projectId} and p.hash = v.hash
    join knowledge_entries e on e.piece_id = p.id
    join knowledge_documents d on d.id = p.document_id and ${cutTitle} = v.title
    where v.model_id = ${id} and v.seq in (${sql.join(seqs)})
    order by v.seq, p.id`

async function removeSome(trx: Trx, modelId: string): Promise<'some' | 'none' | 'not leaving'> {
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

async function removeSeqs(trx: Trx, modelId: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await trx
    .deleteFrom('knowledge_vectors')
    .where('model_id', '=', modelId)
    .where('seq', 'in', seqs)
    .execute()
}
