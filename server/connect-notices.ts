import { deriveKey } from './auth/secret.ts'
import { createWeeklyReports, type WeeklyReports } from './desk/notices/create-weekly-reports.ts'
import { readWeeklyReport, type WeeklyReportContent } from './desk/notices/read-weekly-report.ts'
import { createUnsubscribeLinks } from './desk/notices/unsubscribe-links.ts'
import { createDays } from './desk/reports/days.ts'
import { createGuardedTell } from './files/fetch/guarded-tell.ts'
import type { Log } from './log.ts'
import { createNoticeSender, type NoticeSender } from './notices/create-sender.ts'
import { createHookSecrets, type HookSecrets } from './notices/hook-secrets.ts'
import { createMailer } from './notices/mailer.ts'
import type { Settings } from './settings.ts'
import type { ReportWeek, Store } from './store/store.ts'

export interface ConnectedNotices {
  readonly secrets: HookSecrets
  readonly sender: NoticeSender
  readonly reports: WeeklyReports
}

interface NoticesWorld {
  readonly settings: Settings
  readonly store: Store
  readonly log: Pick<Log, 'error'>
}

/** Notices to owners: webhooks, and weekly reports. */
export function connectNotices({ settings, store, log }: NoticesWorld): ConnectedNotices {
  const { secret, mail, deskTimeZone, deskFirstWeekday, deskCurrency } = settings
  const deskUrl = settings.deskUrl ?? settings.publicUrl
  const days = createDays(deskTimeZone)
  const secrets = createHookSecrets(deriveKey(secret, 'webhook-secrets'))
  const onError = (error: unknown) => log.error({ err: error }, 'a notice could not be sent')
  const addressOf = (projectId: string, threadId: string) =>
    deskUrl === undefined
      ? undefined
      : `${deskUrl}/desk/${encodeURIComponent(projectId)}/conversations/${encodeURIComponent(threadId)}`
  const readReport = (projectId: string, week: ReportWeek): Promise<WeeklyReportContent> =>
    readWeeklyReport({ store, days, currency: deskCurrency, addressOf }, projectId, week)
  return {
    secrets,
    sender: createNoticeSender({
      store,
      tell: createGuardedTell({ allowsLoopback: settings.allowsLocalTools }),
      secrets,
      addressOf,
      readReport,
      onError,
    }),
    reports: createWeeklyReports({
      store,
      days,
      firstWeekday: deskFirstWeekday,
      mailer: mail && createMailer(mail),
      links: createUnsubscribeLinks(deriveKey(secret, 'unsubscribe-links')),
      deskUrl,
      readReport,
      onError,
    }),
  }
}
