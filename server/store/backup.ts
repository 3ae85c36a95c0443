import { Kysely, sql, type RawBuilder } from 'kysely'
import type { Trx } from './database.ts'
import { explainFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { readChunks, RUNS_PER_READ } from './run-chunks.ts'
import type { Tables } from './tables.ts'

export type BackupValue = string | number | null

/** A row as its table has it: names and values of the columns. */
export interface BackupRow {
  readonly table: string
  readonly row: Readonly<Record<string, BackupValue>>
}

/** Rows in memory at once: few, since one may be a megabyte. */
export const BATCH_ROWS = 100

export interface BackupTable {
  readonly name: keyof Tables
  /** Unique columns by which the rows are read in order; an index has them. */
  readonly key: readonly string[]
  /** Values of columns that are never null, for backups of older versions without them. */
  readonly defaults: Readonly<Record<string, string | number>>
}

const define = <Name extends keyof Tables>(
  name: Name,
  key: readonly (keyof Tables[Name] & string)[],
  defaults: Partial<Record<keyof Tables[Name] & string, string | number>> = {},
): BackupTable => ({ name, key, defaults: defaults as BackupTable['defaults'] })

/**
 * Every table with lasting data, each after the tables that its rows refer to; within messages, parents come
 * first.
 */
export const BACKUP_TABLES: readonly BackupTable[] = [
  define('projects', ['id'], { draft_revision: 0 }),
  define('project_versions', ['project_id', 'number']),
  define('project_drafts', ['project_id']),
  define('api_keys', ['id']),
  define('threads', ['id']),
  define('messages', ['thread_id', 'height', 'created_at', 'id'], { origin: 'client' }),
  define('message_leases', ['thread_id', 'message_id']),
  define('step_memory', ['thread_id', 'message_id']),
  define('answer_knowledge', ['thread_id', 'message_id']),
  define('facts_due', ['thread_id', 'message_id']),
  define('answer_facts', ['thread_id', 'message_id']),
  define('asked_questions', ['thread_id', 'message_id']),
  define('thread_facts', ['thread_id']),
  define('thread_tags', ['project_id', 'tag', 'thread_id']),
  define('daily_figures', ['project_id', 'day', 'assistant', 'model', 'language'], {
    embedding_calls: 0,
    embedding_tokens: 0,
  }),
  define('daily_speeds', ['project_id', 'day', 'assistant', 'model', 'language', 'bucket']),
  define('daily_visitors', ['project_id', 'user_hash', 'day']),
  define('prompt_texts', ['project_id', 'hash']),
  define('prompt_uses', ['thread_id', 'hash']),
  define('loose_prompt_texts', ['project_id', 'hash']),
  define('answer_prompts', ['thread_id', 'message_id']),
  define('conversation_notes', ['id']),
  define('answer_fixes', ['id']),
  define('runs', ['id'], { continues_message: 0 }),
  define('run_chunks', ['run_id', 'seq']),
  define('sessions', ['token_hash']),
  define('scores', ['id']),
  define('run_reports', ['id']),
  define('events', ['id']),
  define('event_batches', ['id']),
  define('files', ['key']),
  define('file_threads', ['file_key', 'thread_id']),
  define('blocked_addresses', ['id']),
  define('cases', ['id']),
  define('case_runs', ['id']),
  define('case_attempts', ['run_id', 'place']),
  // Without links and sessions: an ended session would come back, so people sign in again.
  define('desk_people', ['id']),
  define('desk_roles', ['person_id', 'project_id']),
  define('desk_audit', ['id']),
  define('knowledge_sources', ['id'], { is_set: 0, is_live: 1, is_draft: 1 }),
  define('notice_hooks', ['id']),
  define('notices', ['id']),
  define('notice_deliveries', ['id']),
  define('report_people', ['project_id', 'person_id']),
  define('report_mails', ['id']),
  define('knowledge_queue', ['source_id', 'address']),
  define('knowledge_documents', ['id']),
  define('knowledge_pieces', ['document_id', 'position']),
  define('knowledge_embeddings', ['id']),
  // The model made them for money.
  define('knowledge_vectors', ['model_id', 'seq']),
  define('knowledge_usage', ['project_id', 'day', 'purpose']),
]

/**
 * All rows of all tables as of one moment, regardless of concurrent writes, in an order that `importRows` of
 * `restore.ts` accepts. A server may be running.
 *
 * @throws AlcoveError as `openStore` with `isTool`.
 */
export async function* exportRows(settings: PlaceSettings): AsyncGenerator<BackupRow, void, void> {
  const { dialect, release } = await openPlace({ ...settings, isTool: true })
  const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
  try {
    const snapshot = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    try {
      for (const table of BACKUP_TABLES) {
        yield* table.name === 'run_chunks' ? readCheckpoints(snapshot) : readTable(snapshot, table)
      }
    } finally {
      await snapshot.rollback().execute()
    }
  } catch (error) {
    throw explainFailure(dialect, error)
  } finally {
    await db.destroy()
    release()
  }
}

async function* readTable(
  trx: Trx,
  { name, key: columns }: BackupTable,
): AsyncGenerator<BackupRow, void, void> {
  const key = sql.join(columns.map((column) => sql.ref(column)))
  let after: RawBuilder<unknown> = sql``
  for (;;) {
    const { rows } = await sql<Record<string, BackupValue>>`
      select * from ${sql.table(name)} ${after}
      order by ${key} limit ${sql.lit(BATCH_ROWS)}
    `.execute(trx)
    for (const row of rows) yield { table: name, row }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return
    after = sql`where (${key}) > (${sql.join(columns.map((column) => last[column]))})`
  }
}

/** Only those of open runs: in the embedded database, ended runs leave theirs for a while. */
async function* readCheckpoints(trx: Trx): AsyncGenerator<BackupRow, void, void> {
  let after = ''
  for (;;) {
    const runs = await trx
      .selectFrom('runs')
      .select('id')
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(RUNS_PER_READ)
      .execute()
    for (const { runId, seq, data } of await readChunks(
      trx,
      runs.map(({ id }) => id),
    )) {
      yield { table: 'run_chunks', row: { run_id: runId, seq, data } }
    }
    const last = runs.at(-1)
    if (!last) return
    after = last.id
  }
}
