import { sql, type Expression, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'

/** Projects and their keys, feedback, reports, events and files; threads that can be moved. */
export function wholeContract({
  textType,
  makeKeysDeferrable,
}: Pick<StoreDialect, 'textType' | 'makeKeysDeferrable'>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createProjects(db, textType)
      await createApiKeys(db, textType)
      await createScores(db, textType)
      await createRunReports(db, textType)
      await createEvents(db, textType)
      await createFiles(db, textType)
      await extendFirstTables(db, textType)
      for (const statement of makeKeysDeferrable) await statement.execute(db)
    },
  }
}

async function createProjects(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('projects')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('suspended_at', text)
    .execute()
  await sql`insert into projects (id, name, created_at)
    values ('default', 'Default', ${new Date().toISOString()})`.execute(db)
}

async function createApiKeys(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull())
    .addColumn('hint', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('revoked_at', text)
    .addUniqueConstraint('api_keys_hash', ['key_hash'])
    .execute()
  await index(db, 'api_keys_of_project', 'api_keys', ['project_id', 'created_at', 'id'])
}

/**
 * Numbers from outside are `double precision`: in Postgres, `integer` ends at 2^31, and the driver returns
 * `bigint` as text.
 */
async function createScores(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('scores')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('data_type', text, (column) => column.notNull())
    .addColumn('value', 'double precision')
    .addColumn('string_value', text)
    .addColumn('comment', text)
    .addColumn('thread_id', text)
    .addColumn('message_id', text)
    .addColumn('run_id', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    // The owner comes last: otherwise SQLite would use a project's part of it to find the rows of a user.
    .addUniqueConstraint('scores_target', [
      'target',
      'name',
      'user_id',
      'workspace_id',
      'project_id',
    ])
    .execute()
  await index(db, 'scores_of_workspace', 'scores', ['project_id', 'workspace_id'])
  await index(db, 'scores_of_user', 'scores', ['project_id', 'user_id'])
  await index(db, 'scores_of_thread', 'scores', ['thread_id', 'user_id', 'name'])
  await index(db, 'scores_newest', 'scores', ['project_id', 'created_at', 'id'])
  await index(db, 'scores_newest_of_name', 'scores', ['project_id', 'name', 'created_at', 'id'])
}

async function createRunReports(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('run_reports')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('thread_id', text, (column) => column.notNull())
    .addColumn('message_id', text)
    .addColumn('trace_id', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('model_id', text)
    .addColumn('duration_ms', 'double precision')
    .addColumn('input_tokens', 'double precision')
    .addColumn('output_tokens', 'double precision')
    .addColumn('attributes', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addUniqueConstraint('run_reports_trace', ['project_id', 'workspace_id', 'trace_id'])
    .execute()
  await index(db, 'run_reports_of_user', 'run_reports', ['project_id', 'user_id'])
  await index(db, 'run_reports_newest', 'run_reports', ['project_id', 'created_at', 'id'])
  await index(db, 'run_reports_newest_of_thread', 'run_reports', [
    'project_id',
    'thread_id',
    'created_at',
    'id',
  ])
}

async function createEvents(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('events')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('thread_id', text)
    .addColumn('message_id', text)
    .addColumn('run_id', text)
    .addColumn('value', 'double precision')
    .addColumn('props', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .execute()
  await index(db, 'events_of_workspace', 'events', ['project_id', 'workspace_id'])
  await index(db, 'events_of_user', 'events', ['project_id', 'user_id'])
}

async function createFiles(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('files')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('filename', text, (column) => column.notNull())
    .addColumn('declared_type', text)
    .addColumn('declared_bytes', 'double precision')
    .addColumn('media_type', text)
    .addColumn('bytes', 'double precision')
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('thread_id', text)
    .addColumn('unsent_since', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .execute()
  // With the key in it, the files of a page of messages are found among any number of others.
  await index(db, 'files_of_workspace', 'files', ['project_id', 'workspace_id', 'key'])
  // With the sizes in it, a quota is added up without reading the rows.
  await index(db, 'files_of_user', 'files', ['project_id', 'user_id', 'bytes', 'declared_bytes'])
  await db.schema
    .createIndex('files_unsent')
    .on('files')
    .columns(['unsent_since', 'key'])
    .where(sql.ref('unsent_since'), 'is not', null)
    .execute()
  // A file may be sent in any number of threads, and lives as long as one of them.
  await db.schema
    .createTable('file_threads')
    .addColumn('file_key', text, (column) => column.notNull())
    .addColumn('thread_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('file_threads_pair', ['file_key', 'thread_id'])
    .addForeignKeyConstraint('file_threads_file', ['file_key'], 'files', ['key'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint('file_threads_thread', ['thread_id'], 'threads', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'file_threads_of_thread', 'file_threads', ['thread_id', 'file_key'])
}

/** Indexes for the lists of a whole project, for the rows of a user, and for expired rows. */
async function extendFirstTables(db: Kysely<unknown>, text: Expression<unknown>) {
  await index(db, 'threads_newest_of_project', 'threads', ['project_id', 'last_message_at', 'id'])
  await index(db, 'threads_newest_of_project_and_kind', 'threads', [
    'project_id',
    'is_archived',
    'last_message_at',
    'id',
  ])
  await index(db, 'threads_of_user', 'threads', ['project_id', 'user_id', 'id'])
  // Replaces the index without times, so that the newest of many answers is found without sorting.
  await db.schema.dropIndex('messages_children').execute()
  await index(db, 'messages_newest_child', 'messages', [
    'thread_id',
    'parent_id',
    'created_at',
    'id',
  ])
  // Scores name a message without its thread.
  await index(db, 'messages_by_id', 'messages', ['id'])
  // Visitors without a name have workspaces whose ids begin with `usr_anon_`; "`" follows "_".
  const ofVisitors = sql`workspace_id >= 'usr_anon_' and workspace_id < 'usr_anon\`'`
  await sql`create index threads_of_visitors on threads (last_message_at)
    where ${ofVisitors}`.execute(db)
  // Their texts, until they are emptied.
  await sql`create index run_reports_of_visitors on run_reports (created_at)
    where ${ofVisitors} and attributes <> '{}'`.execute(db)
  await sql`create index scores_of_visitors on scores (updated_at)
    where ${ofVisitors} and comment is not null`.execute(db)
  await sql`create index events_of_visitors on events (created_at)
    where ${ofVisitors} and props is not null`.execute(db)
  // The process that drives a run knows it by the workspace that its thread had at the start.
  await db.schema.alterTable('runs').addColumn('moved_from', text).execute()
  // The user comes first: otherwise SQLite would use this index with only the project for the foreign key to
  // threads.
  await index(db, 'runs_of_user', 'runs', ['user_id', 'project_id'])
  await db.schema
    .createIndex('runs_ended')
    .on('runs')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
  await index(db, 'sessions_of_user', 'sessions', ['project_id', 'user_id', 'expires_at'])
  await index(db, 'sessions_ended', 'sessions', ['expires_at'])
}

async function index(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute()
}
