import { randomUUID } from 'node:crypto'
import { createRowId } from '../../../shared/ids.ts'
import { type Database, type Queryable, REPEATABLE } from '../database.ts'
import type { ReportMailsTable } from './notice-tables.ts'
import { tellNotice } from './tell-notice.ts'

/** Time after which another process sends the mail of one that died. Longer than a mail server may take. */
export const MAIL_LEASE_MS = 120_000
export const MAILS_LISTED = 20

export interface ReportMailRow {
  readonly id: string
  readonly projectId: string
  readonly personId: string
  readonly mail: string
  readonly week: string
  readonly state: ReportMailsTable['state']
  readonly nextAt: string
  /** Begun attempts. */
  readonly tries: number
  readonly said: string | null
  readonly createdAt: string
}

export interface ClaimedMail extends ReportMailRow {
  readonly lease: string
}

/** First and last day of a week. */
export interface ReportWeek {
  readonly from: string
  readonly to: string
}

export type MailEnd =
  | { readonly state: 'sent' | 'refused' | 'gave-up' }
  | { readonly state: 'due'; readonly nextAt: string }

/** People who get weekly reports, and the mails to them. */
export function createReportMailQueries({ read, write, writeOnce, now, isShared }: Database) {
  return {
    async isOn(projectId: string, personId: string): Promise<boolean> {
      const row = await read((db) =>
        db
          .selectFrom('report_people')
          .select('since')
          .where('project_id', '=', projectId)
          .where('person_id', '=', personId)
          .executeTakeFirst(),
      )
      return row !== undefined
    },
    async turnOn(projectId: string, personId: string): Promise<void> {
      await writeOnce(
        (db) =>
          db
            .insertInto('report_people')
            .values({ project_id: projectId, person_id: personId, since: now() })
            .onConflict((conflict) => conflict.columns(['project_id', 'person_id']).doNothing())
            .execute(),
        REPEATABLE,
      )
    },
    /** Mails that wait are not sent either. Returns whether the person got the report until now. */
    turnOff: (projectId: string, personId: string): Promise<boolean> =>
      write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('report_people')
          .where('project_id', '=', projectId)
          .where('person_id', '=', personId)
          .executeTakeFirstOrThrow()
        await trx
          .deleteFrom('report_mails')
          .where('person_id', '=', personId)
          .where('project_id', '=', projectId)
          .where('state', '=', 'due')
          .execute()
        return numDeletedRows > 0n
      }, REPEATABLE),
    /**
     * Adds a mail for each person who wants the report of a project's week, and a notice for its webhooks: once,
     * whichever servers do so.
     *
     * @param due time of the report: who wanted it later waits for the next one.
     */
    queueWeek: (projectId: string, week: ReportWeek, due: string): Promise<void> =>
      write(async (trx) => {
        const at = now()
        const people = await trx
          .selectFrom('report_people')
          .select('person_id')
          .where('project_id', '=', projectId)
          .where('since', '<=', due)
          .orderBy('person_id')
          .execute()
        for (const { person_id } of people) {
          await trx
            .insertInto('report_mails')
            .values(newMail(projectId, person_id, week.from, at))
            .onConflict((conflict) =>
              conflict.columns(['person_id', 'project_id', 'week']).doNothing(),
            )
            .execute()
        }
        const dedupe = `report ${projectId} ${week.from}`
        await tellNotice(
          { trx, isShared, now: at },
          { projectId, event: 'report.weekly', data: { ...week }, dedupe, until: due },
        )
      }, REPEATABLE),
    /**
     * Adds a mail that a person asks for, and takes it.
     *
     * @param again earliest time of the last one. Returns undefined if the last one is newer.
     */
    claimTest: (
      projectId: string,
      personId: string,
      again: string,
    ): Promise<ClaimedMail | undefined> =>
      write(async (trx) => {
        const mail = newMail(projectId, personId, 'test', now())
        const row = { ...mail, lease: randomUUID(), tries: 1, next_at: leaseEnd(now()) }
        const made = await trx
          .insertInto('report_mails')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['person_id', 'project_id', 'week'])
              .doUpdateSet(row)
              .where('report_mails.created_at', '<', again),
          )
          .returning('id')
          .executeTakeFirst()
        return (
          made &&
          (await readMails(trx).where('report_mails.id', '=', row.id).execute()).map(toClaimed)[0]
        )
      }),
    /** Takes the mail that is the longest due. */
    claimDue: (): Promise<ClaimedMail | undefined> =>
      write(async (trx) => {
        const due = await trx
          .selectFrom('report_mails')
          .select('id')
          .where('state', '=', 'due')
          .where('next_at', '<=', now())
          .orderBy('next_at')
          .orderBy('id')
          .limit(1)
          .$if(isShared, (query) => query.forUpdate().skipLocked())
          .executeTakeFirst()
        if (!due) return undefined
        await trx
          .updateTable('report_mails')
          .set(({ eb }) => ({
            next_at: leaseEnd(now()),
            lease: randomUUID(),
            tries: eb('tries', '+', 1),
          }))
          .where('id', '=', due.id)
          .execute()
        return (await readMails(trx).where('report_mails.id', '=', due.id).execute()).map(
          toClaimed,
        )[0]
      }),
    /** Writes the end of an attempt, unless another process has taken the mail since. */
    async end(
      { id, lease }: Pick<ClaimedMail, 'id' | 'lease'>,
      end: MailEnd,
      said: string,
    ): Promise<void> {
      const nextAt = end.state === 'due' ? end.nextAt : now()
      await writeOnce(
        (db) =>
          db
            .updateTable('report_mails')
            .set({ state: end.state, next_at: nextAt, lease: null, said })
            .where('id', '=', id)
            .where('lease', '=', lease)
            .execute(),
        REPEATABLE,
      )
    },
    /** Newest first. @param personId absent: of everybody. */
    async list(projectId: string, personId?: string): Promise<readonly ReportMailRow[]> {
      const rows = await read((db) =>
        readMails(db)
          .where('report_mails.project_id', '=', projectId)
          .$if(personId !== undefined, (query) => query.where('person_id', '=', personId!))
          .orderBy('report_mails.created_at', 'desc')
          .orderBy('report_mails.id', 'desc')
          .limit(MAILS_LISTED)
          .execute(),
      )
      return rows.map(toMailRow)
    },
  }
}

const leaseEnd = (now: string): string => new Date(Date.parse(now) + MAIL_LEASE_MS).toISOString()

const newMail = (
  projectId: string,
  personId: string,
  week: string,
  now: string,
): ReportMailsTable => ({
  id: createRowId('report'),
  project_id: projectId,
  person_id: personId,
  week,
  state: 'due',
  next_at: now,
  lease: null,
  tries: 0,
  said: null,
  created_at: now,
})

const readMails = (db: Queryable) =>
  db
    .selectFrom('report_mails')
    .innerJoin('desk_people', 'desk_people.id', 'person_id')
    .selectAll('report_mails')
    .select('desk_people.mail')

type MailColumns = ReportMailsTable & { readonly mail: string }

const toMailRow = (row: MailColumns): ReportMailRow => ({
  id: row.id,
  projectId: row.project_id,
  personId: row.person_id,
  mail: row.mail,
  week: row.week,
  state: row.state,
  nextAt: row.next_at,
  tries: row.tries,
  said: row.said,
  createdAt: row.created_at,
})

const toClaimed = (row: MailColumns): ClaimedMail => ({ ...toMailRow(row), lease: row.lease! })
