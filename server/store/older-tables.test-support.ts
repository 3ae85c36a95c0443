import { sql, type Kysely } from 'kysely'

/** Reverts migration 0008 and later ones, for a database of the version before. */
export async function forgetMessageBytes(
  db: Kysely<unknown>,
  engine: 'sqlite' | 'postgres',
): Promise<void> {
  for (const rows of ['step_memory', 'messages', 'files']) {
    for (const event of ['added', 'changed', 'removed']) {
      const trigger = sql.ref(`${rows}_${event}`)
      await (
        engine === 'sqlite' ? sql`drop trigger ${trigger}` : sql`drop function ${trigger} cascade`
      ).execute(db)
    }
  }
  await sql`drop table step_memory`.execute(db)
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
  await sql`drop table job_leases`.execute(db)
  await sql`drop table message_leases`.execute(db)
  await sql`drop table event_batches`.execute(db)
  for (const column of ['named_only_since', 'work_bits']) {
    await sql`alter table projects drop column ${sql.ref(column)}`.execute(db)
  }
  await sql`delete from kysely_migration where name >= '0008-message-bytes'`.execute(db)
}
