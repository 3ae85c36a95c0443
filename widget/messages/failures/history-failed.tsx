import { useAtomValue, useSetAtom } from 'jotai/react'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import { reloadThreadAtom } from '../../thread-list/atoms/sign-in.ts'
import { OPERATOR_REFUSALS } from '../../../shared/operator-refusals.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { noticesAtom } from '../../world/failures.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { errorDetail } from './read-error.ts'
import { authErrorAtom } from '../../world/identify.ts'

/** Card for a history that did not load. A failed sign-in has its own card. */
export function HistoryFailed() {
  const { t, locale } = useI18n()
  const reload = useSetAtom(reloadThreadAtom)
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
        // The card is about to be removed.
        requestFocus()
      }}
    />
  )
}
