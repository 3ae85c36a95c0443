import {
  reportMail,
  weeklyReport,
  weeklyReportBody,
  type ReportMail,
  type WeeklyReport,
} from '../../../shared/desk/notices.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { ReportMailRow } from '../../store/store.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'

const REPORT = '/projects/:project/notices/report'

/** The weekly report by mail: each person decides for themselves. */
export const reportMailRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: REPORT,
    summary: 'Say whether the person gets the weekly report, and what the mail server said',
    needs: 'reader',
    answers: { 200: weeklyReport },
    async handle(c, { params, caller }, { store, notices }) {
      const { reportMails } = store.notices
      const { project } = params
      const ofWhom = caller.role === 'owner' ? undefined : caller.person.id
      const mails = await reportMails.list(project, ofWhom)
      return c.json<WeeklyReport>({
        from: notices.reports.from ?? null,
        isOn: await reportMails.isOn(project, caller.person.id),
        nextAt: notices.reports.week().nextDue,
        mails: mails.map(toMail),
      })
    },
  }),
  deskRoute({
    method: 'PUT',
    path: REPORT,
    summary: 'Get the weekly report of the project by mail, or no longer',
    needs: 'reader',
    act: 'report.change',
    body: weeklyReportBody,
    answers: { 204: undefined },
    async handle(c, { params, body, caller, audit }, { store }) {
      const { reportMails } = store.notices
      if (body.isOn) await reportMails.turnOn(params.project, caller.person.id)
      else await reportMails.turnOff(params.project, caller.person.id)
      await audit({ target: caller.person.mail, details: { isOn: body.isOn } })
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${REPORT}/test`,
    summary: 'Send the person the report of the last seven days now',
    needs: 'reader',
    act: 'report.test',
    answers: { 200: reportMail },
    async handle(c, { params, caller, audit }, { store, notices }) {
      await notices.reports.sendTest(params.project, caller.person.id)
      await audit({ target: caller.person.mail })
      const mails = await store.notices.reportMails.list(params.project, caller.person.id)
      const sent = mails.find(({ week }) => week === 'test')
      if (!sent) throw new AlcoveError('not_found', 'Mail not found')
      return c.json<ReportMail>(toMail(sent))
    },
  }),
]

const toMail = (row: ReportMailRow): ReportMail => ({
  week: row.week,
  to: row.mail,
  state: row.state,
  at: row.createdAt,
  nextAt: row.state === 'due' ? row.nextAt : null,
  said: row.said,
})
