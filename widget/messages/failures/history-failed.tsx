import { useAtomValue, useSetAtom } from 'jotai/react'
import { requestFocusAtom } from '../../composer/atoms/drafts.ts'
import { reloadHistoryAtom } from '../../conversation/atoms/thread.ts'
import { OPERATOR_REFUSALS } from '../../../shared/operator-refusals.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { authErrorAtom } from '../../state/identify.ts'
import { noticesAtom } from '../../state/failures.ts'
import { ErrorCard } from './error-card.tsx'
import { errorDetail } from './read-error.ts'

/** The history did not load. When that is because of the sign-in, its own card says so. */
export function HistoryFailed() {
  const { t, locale } = useI18n()
  const reload = useSetAtom(reloadHistoryAtom)
  const authError = useAtomValue(authErrorAtom)
  const notice = useAtomValue(noticesAtom).findLast(({ during }) => during === 'history')
  const requestFocus = useSetAtom(requestFocusAtom)
  if (authError !== null) return null
  return (
    <ErrorCard
      title={t('thread.failed')}
      detail={
        notice && OPERATOR_REFUSALS.includes(notice.error.code)
          ? errorDetail(t, { code: notice.error.code }, locale)
          : t('thread.failedHint')
      }
      action={t('action.tryAgain')}
      onAction={() => {
        void reload()
        // The card leaves.
        requestFocus()
      }}
    />
  )
}
