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

/** Failures that no message, card or banner shows. */
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

/** Among failures of saving, a person can only change a lack of space. */
const hasReason = ({ during, error }: ShownNotice): boolean =>
  during === 'reload' || (during === 'save' && error.code === 'quota_exceeded')

/** The latest notice, above the composer. Always mounted, or it would not be announced. */
export function NoticeBar() {
  const { t } = useI18n()
  const latest = useAtomValue(noticesAtom).findLast(isShown)
  const requestFocus = useSetAtom(requestFocusAtom)
  const [dismissedId, setDismissedId] = useState(0)
  const notice = latest !== undefined && latest.id > dismissedId ? latest : undefined

  function handleDismiss(id: number): void {
    setDismissedId(id)
    // The button is removed together with the notice.
    requestFocus()
  }

  return (
    <div className="notice-bar" role="status" translate="no">
      {notice && (
        <div className="notice-card">
          <CircleAlert />
          {/* A new element, since the same text would not be announced again. */}
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

/** Codes with texts of ours; other texts are for developers. */
const CODES_WITH_TEXTS: readonly string[] = [
  'offline',
  'interrupted',
  'rate_limited',
  'budget_exhausted',
  'quota_exceeded',
  ...OPERATOR_REFUSALS,
  'unavailable',
]

/** The reason why an answer was not repeated, and the time from which it can be; empty if unknown. */
function RefusalReason({ error }: { error: Notice['error'] }) {
  const { t, locale } = useI18n()
  if (!CODES_WITH_TEXTS.includes(error.code)) return null
  const { code, retryAfter } = readErrorData(error)
  if (code !== 'rate_limited' || retryAfter === undefined) {
    return ` ${errorDetail(t, { code: error.code, message: error.message }, locale)}`
  }
  return (
    <>
      {' '}
      {/* The bar announces every change, which the seconds do not need. */}
      <span aria-live="off">
        <CountdownText seconds={retryAfter} />
      </span>
    </>
  )
}
