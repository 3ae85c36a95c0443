import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { HookDelivery, NoticeHook } from '../../../shared/desk/notices.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fold } from '../../reports/fold.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { useNow } from '../../ui/use-now.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { HookForm } from './hook-form.tsx'
import { EndSecret, NewSecret, RemoveHook } from './hook-dialogs.tsx'

const DIALOGS = {
  edit: HookForm,
  secret: NewSecret,
  'end-secret': EndSecret,
  remove: RemoveHook,
} as const

/** A webhook with its state, its log and its buttons. */
export function HookItem({ hook }: { hook: NoticeHook }) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const announce = useAnnounce()
  const [opened, setOpened] = useState<keyof typeof DIALOGS>()
  const Opened = opened && DIALOGS[opened]
  const { id, url, events, secrets } = hook
  const test = useMutation({
    mutationFn: () =>
      call<HookDelivery>(['projects', project, 'notices', 'hooks', id, 'test'], { method: 'POST' }),
    onSuccess: ({ attempts }) => {
      const problem = attempts.at(-1)?.problem ?? null
      announce(problem === null ? t('notices.tested') : t('notices.testFailed', { problem }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['projects', project, 'notices'] }),
  })
  const problem = test.data?.attempts.at(-1)?.problem ?? null
  return (
    <>
      <div className="notice-head">
        <bdi className="notice-url" dir="ltr">
          {url}
        </bdi>
        <HookChips hook={hook} />
      </div>
      <p className="notice-line">
        {events.map((event) => t(`notices.event.${event}`)).join(' · ')}
      </p>
      <LastLine hook={hook} />
      <div className="notice-actions">
        <button
          type="button"
          className="outline-button"
          aria-label={t('notices.testOf', { url })}
          aria-disabled={test.isPending || undefined}
          onClick={() => !test.isPending && test.mutate()}
        >
          <Send aria-hidden="true" />
          {t('notices.test')}
        </button>
        <button
          type="button"
          className="outline-button"
          aria-label={t('notices.editOf', { url })}
          onClick={() => setOpened('edit')}
        >
          <Pencil aria-hidden="true" />
          {t('notices.edit')}
        </button>
        <button
          type="button"
          className="outline-button"
          aria-label={t('notices.secretOf', { url })}
          onClick={() => setOpened('secret')}
        >
          <KeyRound aria-hidden="true" />
          {t('notices.secret')}
        </button>
        <button
          type="button"
          className="outline-button"
          aria-label={t('notices.removeOf', { url })}
          onClick={() => setOpened('remove')}
        >
          <Trash2 aria-hidden="true" />
          {t('act.remove')}
        </button>
      </div>
      {test.data && (
        <p className="notice-line" data-tone={problem === null ? undefined : 'bad'}>
          {problem === null ? t('notices.tested') : t('notices.testFailed', { problem })}
        </p>
      )}
      {test.error && <CallFailureCard error={test.error} title={t('error.saveTitle')} />}
      {secrets.length > 1 && (
        <p className="notice-line">
          {t('notices.twoSecrets')}{' '}
          <button type="button" className="quiet-button" onClick={() => setOpened('end-secret')}>
            {t('notices.endSecret')}
          </button>
        </p>
      )}
      <Fold summary={t('notices.log')}>
        <DeliveryLog hook={id} />
      </Fold>
      {Opened && <Opened hook={hook} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function HookChips({ hook: { isOn, isFull, waiting } }: { hook: NoticeHook }) {
  const { t } = useI18n()
  return (
    <span className="report-chips">
      {!isOn && <span className="report-chip">{t('notices.off')}</span>}
      {waiting > 0 && (
        <span className="report-chip" data-tone="warning">
          {t('notices.waiting', { n: waiting })}
        </span>
      )}
      {isFull && (
        <span className="report-chip" data-tone="bad">
          {t('notices.full')}
        </span>
      )}
    </span>
  )
}

function LastLine({ hook: { last } }: { hook: NoticeHook }) {
  const { t } = useI18n()
  const { format } = usePage()
  const now = useNow()
  const attempt = last?.attempts.at(-1)
  if (!attempt) return <p className="notice-line">{t('notices.nothingSent')}</p>
  const time = format.ago(attempt.at, now)
  return attempt.problem === null ? (
    <p className="notice-line">{t('notices.lastDone', { time })}</p>
  ) : (
    <p className="notice-line" data-tone="bad">
      {t('notices.lastFailed', { time })}
      {' – '}
      <bdi>{attempt.problem}</bdi>
    </p>
  )
}
