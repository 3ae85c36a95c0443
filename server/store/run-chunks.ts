import { sql } from 'kysely'
import { REPEATABLE, type Database, type Queryable, type Trx } from './database.ts'

/**
 * Maximum of runs whose checkpoints are read together: the read may scan the whole table, and the result is
 * in memory.
 */
export const RUNS_PER_READ = 20

export interface RunChunks {
  readonly runId: string
  /** Position of the first chunk in `data` counted from 0. */
  readonly seq: number
  /** JSON texts of chunks, one on each line. */
  readonly data: string
}

/**
 * The checkpoints of running answers. If processes share the database, each run's are read through an index.
 * A process that has the database alone reads them only after a crash: there they are in the order of their
 * arrival, without an index, which would be most of the cost of a checkpoint
 * (`docs/decisions/0018-checkpoints-without-an-index.md`).
 */
export function createChunkQueries({ read, writeOnce, isShared }: Database) {
  return {
    /** Appends checkpoints of several runs in one statement. Readers see a repeated checkpoint once. */
    async appendChunks(chunks: readonly RunChunks[]): Promise<void> {
      if (chunks.length === 0) return
      // A single parameter, so that only the text grows with the number of answers.
      const rows = JSON.stringify(
        chunks.map(({ runId, seq, data }) => [runId, seq, packLines(data)]),
      )
      const append = isShared ? appendToOpenRuns : appendAll
      await writeOnce((db) => append(rows).execute(db), REPEATABLE)
    },
    /** Checkpoints of the open runs among these, by run and position. */
    readChunks: (runIds: readonly string[]): Promise<readonly RunChunks[]> =>
      read((db) => readChunks(db, runIds)),
    /** The JSON texts of the chunks after the first `after` ones, as far as they are saved. */
    async readLines(runId: string, after: number): Promise<readonly string[]> {
      const rows = await read((db) => readChunks(db, [runId], after))
      const lines: string[] = []
      for (const { seq, data } of rows) {
        const expected = after + lines.length
        // A checkpoint is missing because the database was unreachable: it is written later.
        if (seq > expected) break
        lines.push(...data.split('\n').slice(expected - seq))
      }
      return lines
    },
  }
}

/** Drops the checkpoints of an ended run. */
export async function dropChunks(trx: Trx, isShared: boolean, runId: string): Promise<void> {
  if (isShared) await trx.deleteFrom('run_chunks').where('run_id', '=', runId).execute()
  else await dropOldChunks(trx, isShared)
}

/**
 * Drops checkpoints without an open run, up to the first that is needed, so that each is read once while it
 * is removed. Shared databases remove them with their run.
 */
export async function dropOldChunks(trx: Trx, isShared: boolean): Promise<void> {
  if (isShared) return
  await sql`
    delete from run_chunks where rowid < coalesce(
      (
        select chunks.rowid from run_chunks as chunks
        where exists (select 1 from runs where id = chunks.run_id and ended_at is null)
        order by chunks.rowid limit 1
      ),
      (select max(rowid) + 1 from run_chunks)
    )
  `.execute(trx)
}

/**
 * Drops all checkpoints without an open run, including those that {@link dropOldChunks} left behind a needed
 * one.
 */
export async function sweepChunks(trx: Trx, isShared: boolean): Promise<void> {
  if (isShared) return
  await trx
    .deleteFrom('run_chunks')
    .where('run_id', 'not in', ({ selectFrom }) =>
      selectFrom('runs').select('id').where('ended_at', 'is', null),
    )
    .execute()
}

/** Checkpoints of open runs, by run and position; with `after`, those from that position on. */
export async function readChunks(
  db: Queryable,
  runIds: readonly string[],
  after = 0,
): Promise<readonly RunChunks[]> {
  const open = runIds.length === 0 ? [] : await findOpen(db, runIds).execute()
  if (open.length === 0) return []
  const rows = await db
    .selectFrom('run_chunks')
    .select(['run_id', 'seq', 'data'])
    .where(
      'run_id',
      'in',
      open.map(({ id }) => id),
    )
    .$if(after > 0, (query) =>
      // The last checkpoint that starts at or before the position contains it.
      query.where(({ eb, fn, selectFrom }) =>
        eb(
          'seq',
          '>=',
          fn.coalesce(
            selectFrom('run_chunks as earlier')
              .select(({ fn: own }) => own.max('earlier.seq').as('seq'))
              .whereRef('earlier.run_id', '=', 'run_chunks.run_id')
              .where('earlier.seq', '<=', after),
            eb.lit(0),
          ),
        ),
      ),
    )
    .orderBy('run_id')
    .orderBy('seq')
    .execute()
  return rows
    .filter((row, at) => row.run_id !== rows[at - 1]?.run_id || row.seq !== rows[at - 1]?.seq)
    .map(({ run_id, seq, data }) => ({ runId: run_id, seq, data: unpackLines(data) }))
}

const findOpen = (db: Queryable, runIds: readonly string[]) =>
  db.selectFrom('runs').select('id').where('id', 'in', runIds).where('ended_at', 'is', null)

/**
 * Late chunks of an ended run must not fail the others' checkpoints. Runs are locked in the same order as by
 * leases, to avoid deadlocks.
 */
const appendToOpenRuns = (rows: string) => sql`
  with given as (
    select value ->> 0 as run_id, (value ->> 1)::integer as seq, value ->> 2 as data
    from json_array_elements(${rows}::json) as value
  ), open as (
    select id from runs where id in (select run_id from given) and ended_at is null
    order by id for share
  )
  insert into run_chunks (run_id, seq, data)
  select run_id, seq, data from given where run_id in (select id from open)
  on conflict (run_id, seq) do nothing
`

const appendAll = (rows: string) => sql`
  insert into run_chunks (run_id, seq, data)
  select value ->> 0, value ->> 1, value ->> 2 from json_each(${rows})
`

/**
 * Stored form of chunk lines. Consecutive words differ from each other only in their text, with some fifty
 * characters around it. Such lines are stored as one, with all their words, after the lengths:
 * `5,6{"type":"text-delta","id":"text-1","delta":"Hello world"}`.
 */
const WORDS = /^(\{"type":"(?:text|reasoning)-delta","id":"[^"\\]*","delta":")(.*)"\}$/su
const PACKED = /^([\d,]+)(\{"type":"[a-z-]+","id":"[^"\\]*","delta":")(.*)"\}$/su

/** @param data JSON texts, one on each line. */
export function packLines(data: string): string {
  const packed: string[] = []
  let open: { readonly head: string; readonly words: string[] } | undefined

  function close() {
    if (!open) return
    const { head, words } = open
    const lengths = words.length > 1 ? words.map(({ length }) => length).join(',') : ''
    packed.push(`${lengths}${head}${words.join('')}"}`)
    open = undefined
  }

  for (const line of data.split('\n')) {
    const [, head, words] = WORDS.exec(line) ?? []
    if (head !== undefined && words !== undefined) {
      if (open?.head !== head) close()
      open ??= { head, words: [] }
      open.words.push(words)
    } else {
      close()
      packed.push(line)
    }
  }
  close()
  return packed.join('\n')
}

/** The original lines. Lines that are not packed are returned unchanged. */
export function unpackLines(stored: string): string {
  return stored.split('\n').flatMap(unpackLine).join('\n')
}

function unpackLine(line: string): string | string[] {
  const [, lengths, head, words] = PACKED.exec(line) ?? []
  if (lengths === undefined || head === undefined || words === undefined) return line
  let at = 0
  return lengths.split(',').map((length) => {
    const piece = words.slice(at, (at += Number(length)))
    return `${head}${piece}"}`
  })
}
