import { useAtomValue, useSetAtom } from 'jotai/react'
import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { OPERATOR_REFUSALS } from '../../../shared/operator-refusals.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import { noticesAtom, type Notice } from '../../world/failures.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import './notice-bar.css'
import { errorDetail, readErrorData } from '../../messages/failures/read-error.ts'
import { CountdownText } from '../../messages/failures/countdown.tsx'

/** What no message, card or banner shows by itself. */
const TEXTS = {
  reload: 'notice.reload',
  stop: 'notice.stop',
  feedback: 'notice.feedback',
  save: 'notice.save',
  tool: 'notice.tool',
  gone: 'notice.gone',
} as const

type ShownNotice = Notice & { readonly during: keyof typeof TEXTS }
const isShown = (notice: Notice): notice is ShownNotice => Object.hasOwn(TEXTS, notice.during)

/** Of what is saved, the person can change nothing but that there is no room. */
const hasReason = ({ during, error }: ShownNotice): boolean =>
  during === 'reload' || (during === 'save' && error.code === 'quota_exceeded')

/** The latest of them, above the composer. Always mounted, or it would not be spoken. */
export function NoticeBar() {
  const { t } = useI18n()
  const latest = useAtomValue(noticesAtom).findLast(isShown)
  const requestFocus = useSetAtom(requestFocusAtom)
  const [dismissedId, setDismissedId] = useState(0)
  const notice = latest !== undefined && latest.id > dismissedId ? latest : undefined

  function handleDismiss(id: number): void {
    setDismissedId(id)
    // The button leaves with the notice.
    requestFocus()
  }

  return (
    <div className="notice-bar" role="status" translate="no">
      {notice && (
        <div className="notice-card">
          <CircleAlert />
          {/* The same text again is spoken only if it is another element. */}
          <span key={notice.id}>
            {t(TEXTS[notice.during])}
            {hasReason(notice) && <RefusalReason error={notice.error} />}
          </span>
          <IconButton label={t('action.close')} onClick={() => handleDismiss(notice.id)}>
            <X />
          </IconButton>
        </div>
      )}
    </div>
  )
}

/** Codes that have words of ours; the others' texts are for developers. */
const TOLD: readonly string[] = [
  'offline',
  'interrupted',
  'rate_limited',
  'budget_exhausted',
  'quota_exceeded',
  ...OPERATOR_REFUSALS,
  'unavailable',
]

/** Why an answer was not made again, and from when on it could be; nothing where nobody knows. */
function RefusalReason({ error }: { error: Notice['error'] }) {
  const { t, locale } = useI18n()
  if (!TOLD.includes(error.code)) return null
  const { code, retryAfter } = readErrorData(error)
  if (code !== 'rate_limited' || retryAfter === undefined) {
    return ` ${errorDetail(t, { code: error.code, message: error.message }, locale)}`
  }
  return (
    <>
      {' '}
      {/* The bar around it is spoken whenever it changes; the seconds are not worth it. */}
      <span aria-live="off">
        <CountdownText seconds={retryAfter} />
      </span>
    </>
  )
}
