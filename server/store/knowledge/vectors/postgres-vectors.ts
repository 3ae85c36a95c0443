import { sql, type Kysely } from 'kysely'
import { inStatements } from '../../database.ts'
import type { Tables } from '../../tables.ts'
import {
  compare,
  type NearestQuery,
  type StoredVector,
  type VectorEngine,
} from './vector-engine.ts'

/** Most rows that an index is asked for. */
const INDEX_ROWS_MAX = 1_000

/** Name of the index of a model's vectors. Ids of rows are letters, digits and `_`. */
const indexName = (modelId: string): string => `knowledge_bits_${modelId}`.toLowerCase()

/**
 * Search in the database: exact over the bits of a model, with Postgres' own functions; through an index of the
 * extension `vector` where that is installed.
 */
export function createPostgresVectors(): VectorEngine {
  /** Indexes are dropped only with their models. */
  const indexed = new Set<string>()

  async function isIndexed(db: Kysely<Tables>, modelId: string): Promise<boolean> {
    if (indexed.has(modelId)) return true
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass(${indexName(modelId)}) is not null as found`.execute(db)
    if (rows[0]?.found) indexed.add(modelId)
    return indexed.has(modelId)
  }

  return {
    async nearest(db, query) {
      const usesIndex = query.compared <= INDEX_ROWS_MAX && (await isIndexed(db, query.modelId))
      const near = usesIndex ? await askIndex(db, query) : await askBits(db, query)
      return compare(query.question, await readVectors(db, query.modelId, near))
    },
    addIndex: indexVectors,
    removeIndex: dropIndex,
    close: () => Promise.resolve(),
  }
}

interface SeqRow {
  readonly seq: number
}

async function askBits(
  db: Kysely<Tables>,
  { modelId, question, compared }: NearestQuery,
): Promise<readonly SeqRow[]> {
  const { rows } = await sql<SeqRow>`
    select seq from knowledge_vectors
    where model_id = ${modelId} and bits is not null
    order by bit_count(bits # ${question.bits}::bit varying), seq limit ${compared}`.execute(db)
  return rows
}

async function askIndex(
  db: Kysely<Tables>,
  { modelId, question, compared }: NearestQuery,
): Promise<readonly SeqRow[]> {
  const type = bitType(question.bits.length)
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('hnsw.ef_search', ${String(compared)}, true)`.execute(trx)
    // The id is a constant, which the partial index needs.
    const { rows } = await sql<SeqRow>`
      select seq from knowledge_vectors where model_id = ${sql.lit(modelId)}
      order by (bits::${type}) <~> ${question.bits}::${type} limit ${compared}`.execute(trx)
    return rows
  })
}

/** The numbers are read in a query of their own, which goes by the rows' keys. */
async function readVectors(
  db: Kysely<Tables>,
  modelId: string,
  near: readonly SeqRow[],
): Promise<readonly StoredVector[]> {
  const vectors: StoredVector[] = []
  for (const some of inStatements(near)) {
    const rows = await db
      .selectFrom('knowledge_vectors')
      .select(['seq', 'hash', 'title', 'vector'])
      .where('model_id', '=', modelId)
      .where(
        'seq',
        'in',
        some.map(({ seq }) => seq),
      )
      .where('vector', 'is not', null)
      .$narrowType<{ vector: string }>()
      .execute()
    vectors.push(...rows)
  }
  return vectors
}

const bitType = (dimensions: number) => sql.raw(`bit(${Math.trunc(dimensions)})`)

/**
 * Makes the index if the extension `vector` is installed or may be. Searches go on meanwhile; writers of vectors
 * wait.
 */
async function indexVectors(
  db: Kysely<Tables>,
  modelId: string,
  dimensions: number,
): Promise<void> {
  if (!(await hasExtension(db))) return
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`
      create index if not exists ${sql.ref(indexName(modelId))} on knowledge_vectors
      using hnsw ((bits::${bitType(dimensions)}) bit_hamming_ops)
      where model_id = ${sql.lit(modelId)}`.execute(trx)
  })
}

async function dropIndex(db: Kysely<Tables>, modelId: string): Promise<void> {
  await sql`drop index if exists ${sql.ref(indexName(modelId))}`.execute(db)
}

/** Bits have indexes since version 0.7 of the extension. */
const HAS_BITS = sql<{ found: boolean }>`
  select to_regoperator('<~>(bit,bit)') is not null as found`

async function hasExtension(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await HAS_BITS.execute(db)
  if (rows[0]?.found) return true
  const available = await sql`
    select 1 from pg_available_extensions where name = 'vector' and installed_version is null
  `.execute(db)
  if (available.rows.length === 0) return false
  // A role may lack the right; the search is exact without it.
  await sql`create extension if not exists vector`.execute(db).catch(() => {})
  const now = await HAS_BITS.execute(db)
  return now.rows[0]?.found ?? false
}
