import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { answerOrders } from '../../workers/answer-orders.ts'
import { createBitTable, type BitTable } from './bit-table.ts'
import { compare, type NearestQuery, type NearVector, type StoredVector } from './vector-engine.ts'

/** Bits of all models in memory; more than the largest project's. The least recently asked ones leave. */
export const BITS_MAX_BYTES = 256 * 1024 * 1024
/** Part of the compared vectors that may be gone before the bits are read anew. */
const GONE_SHARE = 0.1
/** Rows of one read. */
const ROWS_PER_READ = 500
/** Maximum wait for another connection. */
const BUSY_TIMEOUT_MS = 3_000

/** Place of the database. */
export interface ThreadStart {
  readonly vectorsPath: string
}

// Started by `createSqliteVectors` as a thread; importing it does nothing.
if (!isMainThread && parentPort && isStart(workerData)) {
  answerOrders(parentPort, createNearest(workerData.vectorsPath))
}

function isStart(value: unknown): value is ThreadStart {
  return typeof value === 'object' && value !== null && 'vectorsPath' in value
}

/** Searches vectors through a connection of its own, with the bits of the asked models in memory. */
export function createNearest(path: string, maxBytes = BITS_MAX_BYTES) {
  // Limit: BUSY_TIMEOUT_MS, "a command beside a server that is busy reads and writes, and so does the server".
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const readBits = database.prepare(
    `select seq, bits from knowledge_vectors
     where model_id = ? and seq > ? and bits is not null order by seq limit ${ROWS_PER_READ}`,
  )
  const readVectors = database.prepare(
    `select seq, hash, title, vector from knowledge_vectors
     where model_id = ? and vector is not null and seq in (select value from json_each(?))`,
  )
  /** The most recently asked model is last. */
  const tables = new Map<string, BitTable>()

  function readNew(modelId: string, table: BitTable) {
    for (;;) {
      const rows = readBits.all(modelId, table.last) as unknown as { seq: number; bits: string }[]
      for (const { seq, bits } of rows) table.add(seq, bits)
      if (rows.length < ROWS_PER_READ) return
    }
  }

  function tableOf({ modelId, question }: NearestQuery): BitTable {
    const table = tables.get(modelId) ?? createBitTable(question.bits.length)
    tables.delete(modelId)
    tables.set(modelId, table)
    readNew(modelId, table)
    let bytes = [...tables.values()].reduce((sum, each) => sum + each.bytes, 0)
    for (const [oldest, { bytes: freed }] of tables) {
      if (bytes <= maxBytes || oldest === modelId) break
      tables.delete(oldest)
      bytes -= freed
    }
    return table
  }

  function nearest(query: NearestQuery): readonly NearVector[] {
    const { modelId, question, compared } = query
    const search = () => {
      const seqs = tableOf(query).nearest(question.bits, compared)
      const rows = readVectors.all(modelId, JSON.stringify(seqs)) as unknown as StoredVector[]
      return { rows, gone: seqs.length - rows.length }
    }
    const first = search()
    if (first.gone <= compared * GONE_SHARE) return compare(question, first.rows)
    tables.delete(modelId)
    return compare(question, search().rows)
  }

  return Object.assign(nearest, {
    /** Models whose bits are in memory, the most recently asked last. */
    models: (): readonly string[] => [...tables.keys()],
  })
}
