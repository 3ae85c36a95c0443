import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { REPEATABLE, type Database } from './database.ts'
import type { StoreDialect } from './dialect.ts'

/** Done regularly, by one process at a time. */
export type Job = 'removal' | 'recovery' | 'sweep'

/**
 * A holder that died or hangs leaves its job to the next one after this long. Shorter than the lease of an
 * answer, so that the first recovery that could end a dead server's answers is not kept out by that server.
 */
export const JOB_LEASE_MS = 9_000
const RENEWAL_MS = JOB_LEASE_MS / 3

/**
 * Gives a function that does a task unless a process does that job already, of all that use the database:
 * then it gives undefined. The lease is a row, since a lock of a connection neither holds nor ends as it
 * should behind a pooler, and its time is the database's, so machines' clocks do not matter.
 *
 * A holder that was paused goes on beside the next one. So each job must do no harm when done twice: its
 * steps are transactions that look at each row again.
 *
 * A database that refuses writes has no leases to give. That keeps no server from its start, since what
 * there is can be read.
 *
 * @param dialect without a time of the database, one process has it all and needs no lease.
 */
export function createJobLeases(
  { writeOnce }: Pick<Database, 'writeOnce'>,
  { time, classify }: Pick<StoreDialect, 'time' | 'classify'>,
) {
  /** Takes what is free or over, or extends what is the owner's; whether the owner has it now. */
  const extend = (job: Job, owner: string, now: RawBuilder<unknown>): Promise<boolean> =>
    writeOnce(async (db) => {
      const { rows } = await sql`
        insert into job_leases (job, owner, until)
        values (${job}, ${owner}, (${now}) + ${sql.lit(JOB_LEASE_MS)})
        on conflict (job) do update set owner = excluded.owner, until = excluded.until
        where job_leases.owner = excluded.owner or job_leases.until <= (${now})
        returning owner
      `
        .execute(db)
        .catch((error: unknown) => {
          if (classify(error) === 'refused') return { rows: [] }
          throw error
        })
      return rows.length > 0
    }, REPEATABLE)

  const release = (job: Job, owner: string): Promise<unknown> =>
    writeOnce(
      (db) =>
        db.deleteFrom('job_leases').where('job', '=', job).where('owner', '=', owner).execute(),
      REPEATABLE,
    )

  return async function alone<Result>(
    job: Job,
    task: () => Promise<Result>,
  ): Promise<Result | undefined> {
    if (time === undefined) return task()
    const owner = randomUUID()
    if (!(await extend(job, owner, time))) return undefined
    let renewal: Promise<unknown> | undefined
    const renew = () => {
      renewal ??= extend(job, owner, time)
        // The next one may find the database again.
        .catch(() => {})
        .finally(() => (renewal = undefined))
    }
    const timer = setInterval(renew, RENEWAL_MS)
    timer.unref()
    try {
      return await task()
    } finally {
      clearInterval(timer)
      // After the release it would take the job again.
      await renewal
      // A lease that cannot be given back ends by itself.
      await release(job, owner).catch(() => {})
    }
  }
}
