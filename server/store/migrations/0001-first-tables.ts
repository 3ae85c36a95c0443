import { sql, type Expression, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Threads, their messages, the runs that answer them, and the sessions of anonymous visitors. */
export function firstTables(textType: Expression<unknown>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createThreads(db, textType)
      await createMessages(db, textType)
      await createRuns(db, textType)
      await createRunChunks(db, textType)
      await createSessions(db, textType)
    },
  }
}

async function createThreads(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('threads')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('title', text)
    .addColumn('is_archived', 'integer', (column) => column.notNull())
    .addColumn('external_id', text)
    .addColumn('metadata', text)
    .addColumn('last_message_at', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addUniqueConstraint('threads_external_id', ['project_id', 'workspace_id', 'external_id'])
    // Target of the foreign keys of messages and runs, so that a row cannot leave its thread's scope.
    .addUniqueConstraint('threads_scope', ['project_id', 'workspace_id', 'id'])
    .execute()
  await db.schema
    .createIndex('threads_newest')
    .on('threads')
    .columns(['project_id', 'workspace_id', 'last_message_at', 'id'])
    .execute()
  await db.schema
    .createIndex('threads_newest_of_kind')
    .on('threads')
    .columns(['project_id', 'workspace_id', 'is_archived', 'last_message_at', 'id'])
    .execute()
}

async function createMessages(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('messages')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('thread_id', text, (column) => column.notNull())
    .addColumn('parent_id', text)
    .addColumn('external_id', text)
    .addColumn('format', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('messages_id', ['thread_id', 'id'])
    .addUniqueConstraint('messages_external_id', ['thread_id', 'external_id'])
    .addForeignKeyConstraint(
      'messages_thread',
      ['project_id', 'workspace_id', 'thread_id'],
      'threads',
      ['project_id', 'workspace_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    // Within the thread, and without a cascade: SQLite follows cascades for 1,000 levels only.
    .addForeignKeyConstraint('messages_parent', ['thread_id', 'parent_id'], 'messages', [
      'thread_id',
      'id',
    ])
    .execute()
  await db.schema
    .createIndex('messages_highest')
    .on('messages')
    .columns(['thread_id', 'height', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('messages_children')
    .on('messages')
    .columns(['thread_id', 'parent_id'])
    .execute()
}

async function createRuns(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('runs')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('workspace_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('thread_id', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('parent_id', text, (column) => column.notNull())
    .addColumn('owns_user_message', 'integer', (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('lease_until', text, (column) => column.notNull())
    .addColumn('started_at', text, (column) => column.notNull())
    .addColumn('ended_at', text)
    .addForeignKeyConstraint(
      'runs_thread',
      ['project_id', 'workspace_id', 'thread_id'],
      'threads',
      ['project_id', 'workspace_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'runs_parent',
      ['thread_id', 'parent_id'],
      'messages',
      ['thread_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createIndex('runs_open')
    .unique()
    .on('runs')
    .column('thread_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('runs_open_by_owner')
    .on('runs')
    .columns(['owner', 'lease_until'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('runs_of_parent')
    .on('runs')
    .columns(['thread_id', 'parent_id'])
    .execute()
}

async function createRunChunks(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('run_chunks')
    .addColumn('run_id', text, (column) =>
      column.notNull().references('runs.id').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('run_chunks_seq', ['run_id', 'seq'])
    .execute()
}

async function createSessions(db: Kysely<unknown>, text: Expression<unknown>) {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('session_id', text, (column) => column.notNull())
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('parent_hash', text)
    .addColumn('child_hash', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('used_at', text)
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('started_at', text, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_of_sign_in').on('sessions').column('session_id').execute()
}
