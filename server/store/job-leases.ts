import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { REPEATABLE, type Database } from './database.ts'
import type { StoreDialect } from './dialect.ts'

/** Regular work for one process at a time. */
export type Job =
  | 'removal'
  | 'recovery'
  | 'sweep'
  | 'embedding'
  | 'facts'
  | 'desk-index'
  | 'cases'
  | 'case-nights'

/**
 * Time after which the job of a dead or hanging holder passes to another process. Shorter than the lease of
 * an answer, so that a dead server's lease does not block the first recovery that could end its answers.
 */
export const JOB_LEASE_MS = 9_000
const RENEWAL_MS = JOB_LEASE_MS / 3

/**
 * Returns a function that runs a task unless another process of the database is doing that job; then it
 * returns undefined. The lease is a row, since a connection's lock does not work behind a pooler, and its
 * time is the database's, so machines' clocks do not matter.
 *
 * A holder that was paused continues beside the next one. So each job must be harmless when done twice: its
 * steps are transactions that check each row again.
 *
 * A database that refuses writes has no leases to give. Servers still start, since reads work.
 *
 * @param dialect without a database time, one process has the database alone and needs no lease.
 */
export function createJobLeases(
  { writeOnce }: Pick<Database, 'writeOnce'>,
  { time, classify }: Pick<StoreDialect, 'time' | 'classify'>,
) {
  /** Acquires a free or expired lease, or renews the owner's; returns whether the owner has it. */
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
        // The next renewal may find the database again.
        .catch(() => {})
        .finally(() => (renewal = undefined))
    }
    const timer = setInterval(renew, RENEWAL_MS)
    timer.unref()
    try {
      return await task()
    } finally {
      clearInterval(timer)
      // A renewal after the release would acquire the job again.
      await renewal
      // A lease that cannot be released expires by itself.
      await release(job, owner).catch(() => {})
    }
  }
}
