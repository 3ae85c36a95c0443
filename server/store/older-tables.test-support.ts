import { sql, type Kysely } from 'kysely'
import { CASE_TABLES } from './cases/case-rows.test-support.ts'
import { CONVERSATION_TABLES } from './desk/conversation-rows.test-support.ts'
import { FACT_TABLES } from './facts/fact-rows.test-support.ts'

type Engine = 'sqlite' | 'postgres'

async function dropTriggers(db: Kysely<unknown>, engine: Engine, rows: string): Promise<void> {
  for (const event of ['added', 'changed', 'removed']) {
    const trigger = sql.ref(`${rows}_${event}`)
    await (
      engine === 'sqlite' ? sql`drop trigger ${trigger}` : sql`drop function ${trigger} cascade`
    ).execute(db)
  }
}

/** Drops the tables of migration 0015 and later ones. */
export async function forgetNewestTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await dropTriggers(db, engine, 'step_memory')
  await dropTriggers(db, engine, 'answer_knowledge')
  for (const table of [
    ...CASE_TABLES,
    ...CONVERSATION_TABLES,
    ...(engine === 'sqlite' ? ['desk_index'] : []),
    ...FACT_TABLES,
    'step_memory',
    'answer_knowledge',
    'report_mails',
    'report_people',
    'notice_deliveries',
    'notices',
    'notice_hooks',
    'desk_audit',
    'desk_sessions',
    'desk_links',
    'desk_roles',
    'desk_people',
    'project_drafts',
    'project_versions',
    'config_reload_reports',
    'config_reloads',
    'job_leases',
    'message_leases',
    'event_batches',
    'knowledge_entries',
    'knowledge_words',
    ...(engine === 'sqlite' ? ['knowledge_index'] : []),
    'knowledge_usage',
    'knowledge_vectors',
    'knowledge_embeddings',
    'knowledge_queue',
    'knowledge_pieces',
    'knowledge_documents',
    'knowledge_sources',
  ]) {
    await sql`drop table ${sql.table(table)}`.execute(db)
  }
  for (const column of ['published_number', 'draft_revision']) {
    await sql`alter table projects drop column ${sql.ref(column)}`.execute(db)
  }
  if (engine === 'postgres') {
    await sql`drop function knowledge_entries_removed`.execute(db)
    await sql`drop function prompt_uses_removed`.execute(db)
  }
}

/** Reverts migration 0008 and later ones, for a database of the version before. */
export async function forgetMessageBytes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await forgetNewestTables(db, engine)
  for (const rows of ['messages', 'files']) await dropTriggers(db, engine, rows)
  await sql`drop table message_bytes`.execute(db)
  await sql`drop table file_bytes`.execute(db)
  await sql`drop table write_checks`.execute(db)
  await sql`drop index files_unsent_of_unnamed`.execute(db)
  await sql`drop index events_by_time`.execute(db)
  for (const column of ['last_text', 'last_text_of']) {
    await sql`alter table threads drop column ${sql.ref(column)}`.execute(db)
  }
  await sql`drop table blocked_addresses`.execute(db)
  await sql`drop table spent_proofs`.execute(db)
  for (const column of ['named_only_since', 'work_bits']) {
    await sql`alter table projects drop column ${sql.ref(column)}`.execute(db)
  }
  await sql`delete from kysely_migration where name >= '0008-message-bytes'`.execute(db)
}
