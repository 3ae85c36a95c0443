import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { ReportMail, WeeklyReport } from '../../../shared/desk/notices.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const TONES: Readonly<Partial<Record<ReportMail['state'], string>>> = {
  due: 'warning',
  refused: 'bad',
  'gave-up': 'bad',
}

/** Whether the person gets the report by mail, and what the mail server said of those that went out. */
export function ReportMails({ report }: { report: WeeklyReport }) {
  const { t } = useI18n()
  const { format, project, session } = usePage()
  const client = useQueryClient()
  const announce = useAnnounce()
  const refresh = () =>
    client.invalidateQueries({ queryKey: ['projects', project, 'notices', 'report'] })
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      call(['projects', project, 'notices', 'report'], { method: 'PUT', body: { isOn } }),
    onSuccess: () => announce(t('notices.saved')),
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: () =>
      call<ReportMail>(['projects', project, 'notices', 'report', 'test'], { method: 'POST' }),
    onSuccess: ({ state, said }) => announce(`${t(`notices.mail.${state}`)}. ${said ?? ''}`),
    onSettled: refresh,
  })
  const error = change.error ?? test.error
  if (report.from === null && report.mails.length === 0) {
    return <EmptyState title={t('notices.noMail')} hint={t('notices.noMailHint')} />
  }
  return (
    <>
      {report.from !== null && (
        <>
          <label className="notice-switch">
            <input
              type="checkbox"
              checked={change.isPending ? change.variables : report.isOn}
              onChange={({ target }) => change.mutate(target.checked)}
            />
            {t('notices.reportOn', { mail: session.person.mail })}
          </label>
          {report.isOn && (
            <p className="notice-line">
              {t('notices.reportNext', { time: format.dateTime(report.nextAt) })}
            </p>
          )}
          <div className="notice-actions">
            <button
              type="button"
              className="outline-button"
              aria-disabled={test.isPending || undefined}
              onClick={() => !test.isPending && test.mutate()}
            >
              <Mail aria-hidden="true" />
              {t('notices.mailTest')}
            </button>
          </div>
        </>
      )}
      {error && <CallFailureCard error={error} title={t('error.saveTitle')} />}
      {report.mails.length > 0 && (
        <ul className="report-list" aria-label={t('notices.mails')}>
          {report.mails.map((mail) => (
            <li key={`${mail.week} ${mail.to}`} className="notice-delivery">
              <MailItem mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MailItem({ mail: { week, to, state, at, nextAt, said } }: { mail: ReportMail }) {
  const { t } = useI18n()
  const { format } = usePage()
  return (
    <>
      <div className="notice-head">
        <bdi className="notice-event">{to}</bdi>
        <span className="report-chip" data-tone={TONES[state]}>
          {t(`notices.mail.${state}`)}
        </span>
        <span className="notice-line">
          {week === 'test'
            ? `${t('notices.mailOfTest')} · ${format.dateTime(at)}`
            : t('notices.mailWeek', { day: format.day(week) })}
        </span>
      </div>
      {said !== null && (
        <p className="notice-line">
          <bdi>{said}</bdi>
        </p>
      )}
      {nextAt !== null && (
        <p className="notice-line">{t('notices.next', { time: format.dateTime(nextAt) })}</p>
      )}
    </>
  )
}
