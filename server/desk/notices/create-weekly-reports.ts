import { createHash } from 'node:crypto'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Mailer, MailOutcome } from '../../notices/mailer.ts'
import { MAIL_PAUSES_MS, nextAttempt } from '../../notices/pauses.ts'
import type { ClaimedMail, MailEnd, ReportWeek, Store } from '../../store/store.ts'
import { addDays, type Days } from '../reports/days.ts'
import type { WeeklyReportContent } from './read-weekly-report.ts'
import { renderReport } from './render-report.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'
import { weekBefore, type ReportedWeek } from './weeks.ts'

/** Time between two mails that a person asks for. */
export const TEST_MAIL_PAUSE_MS = 60_000
/** Mails that one look for due ones sends. */
const MAILS_AT_A_TIME = 5
const WEEK_DAYS = 7

export interface WeeklyReportsParts {
  readonly store: Pick<Store, 'notices' | 'projects' | 'desk' | 'now'>
  readonly days: Days
  /** 1: Monday, 7: Sunday. */
  readonly firstWeekday: number
  /** Undefined: the service sends no mail. */
  readonly mailer: Mailer | undefined
  readonly links: UnsubscribeLinks
  /** Address of the desk; undefined: the service does not know its own address. */
  readonly deskUrl: string | undefined
  readonly readReport: (projectId: string, week: ReportWeek) => Promise<WeeklyReportContent>
  readonly onError: (error: unknown) => void
}

/** Weekly reports to people and webhooks. */
export interface WeeklyReports {
  /** Sender of mails; undefined: the service sends none. */
  readonly from: string | undefined
  /** The last week, and the times of its report and of the next one. */
  week(): ReportedWeek
  /** Adds the reports of the last week, which other servers may have done. */
  queueDue(): Promise<void>
  /** Sends mails that are due. */
  sendDue(): Promise<void>
  /**
   * Sends the report of the last seven days to a person.
   *
   * @throws AlcoveError `conflict` without a mail server, `rate_limited`.
   */
  sendTest(projectId: string, personId: string): Promise<void>
  /** Ends the mails to a person by their link. Returns false for a link of another service. */
  unsubscribe(token: string): Promise<boolean>
}

export function createWeeklyReports(parts: WeeklyReportsParts): WeeklyReports {
  const { store, days, firstWeekday, mailer, links, deskUrl, readReport, onError } = parts
  const { reportMails } = store.notices
  const week = () => weekBefore(days, firstWeekday, store.now())
  const queued = new Set<string>()

  async function send(claimed: ClaimedMail): Promise<void> {
    const outcome = await attempt(claimed).catch((error: unknown): MailOutcome => {
      onError(error)
      return { type: 'later', said: NO_REPORT }
    })
    await reportMails.end(claimed, endOf(claimed, outcome, store.now()), outcome.said)
  }

  async function attempt(claimed: ClaimedMail): Promise<MailOutcome> {
    const { projectId, personId, mail, week: first, tries } = claimed
    if (!mailer) return { type: 'later', said: NO_MAIL_SERVER }
    if (!(await mayRead(projectId, personId))) return { type: 'refused', said: NO_ROLE }
    const today = days.dayAt(store.now())
    const from = first === 'test' ? addDays(today, 1 - WEEK_DAYS) : first
    const report = await readReport(projectId, { from, to: addDays(from, WEEK_DAYS - 1) })
    const token = links.tokenOf({ projectId, personId })
    const unsubscribeUrl =
      deskUrl === undefined ? undefined : `${deskUrl}/desk/unsubscribe/${token}`
    const desk = deskUrl && `${deskUrl}/desk/${encodeURIComponent(projectId)}/home`
    const rendered = renderReport(report, { desk, unsubscribe: unsubscribeUrl })
    const key =
      first === 'test' ? [...idParts(claimed), tries, claimed.createdAt] : idParts(claimed)
    return mailer.send({
      ...rendered,
      to: mail,
      messageId: `<${createHash('sha256').update(JSON.stringify(key)).digest('hex')}@alcove.invalid>`,
      unsubscribeUrl,
    })
  }

  /** A role may have been taken away since. */
  async function mayRead(projectId: string, personId: string): Promise<boolean> {
    const roles = await store.desk.people.rolesOf(personId)
    return roles.some((role) => role.projectId === null || role.projectId === projectId)
  }

  return {
    from: mailer?.from,
    week,
    async queueDue() {
      const { from, to, due } = week()
      for (const { id, suspendedAt } of await store.projects.list()) {
        const name = `${from} ${id}`
        if (suspendedAt !== null || queued.has(name)) continue
        await reportMails.queueWeek(id, { from, to }, due)
        queued.add(name)
      }
    },
    async sendDue() {
      // Each is taken when its turn comes: behind a slow mail server the others would outlast their leases.
      for (let sent = 0; sent < MAILS_AT_A_TIME; sent++) {
        const claimed = await reportMails.claimDue()
        if (!claimed) return
        await send(claimed).catch(onError)
      }
    },
    async sendTest(projectId, personId) {
      if (!mailer) throw new AlcoveError('conflict', NO_MAIL_SERVER)
      const again = new Date(store.now() - TEST_MAIL_PAUSE_MS).toISOString()
      const claimed = await reportMails.claimTest(projectId, personId, again)
      if (!claimed) {
        throw new AlcoveError('rate_limited', 'A mail was sent a moment ago. Wait a minute.', {
          data: { retryAfter: TEST_MAIL_PAUSE_MS / 1_000 },
        })
      }
      await send(claimed)
    },
    async unsubscribe(token) {
      const place = links.read(token)
      if (!place) return false
      await reportMails.turnOff(place.projectId, place.personId)
      return true
    },
  }
}

const idParts = ({ projectId, personId, week }: ClaimedMail) => [projectId, personId, week]

function endOf({ tries, week }: ClaimedMail, { type }: MailOutcome, now: number): MailEnd {
  if (type !== 'later') return { state: type }
  const nextAt = week === 'test' ? undefined : nextAttempt(MAIL_PAUSES_MS, tries, now)
  return nextAt === undefined ? { state: 'gave-up' } : { state: 'due', nextAt }
}

const NO_MAIL_SERVER =
  'This service sends no mail: its operator sets ALCOVE_SMTP_URL and ALCOVE_MAIL_FROM.'
const NO_REPORT = 'The report could not be read: the server’s log says why.'
const NO_ROLE = 'The person may no longer open the project.'
