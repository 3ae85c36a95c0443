import { useAtomValue, useSetAtom } from 'jotai/react'
import { requestFocusAtom } from '../../composer/atoms/drafts.ts'
import { reloadHistoryAtom } from '../../conversation/atoms/thread.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { authErrorAtom } from '../../state/session.ts'
import { ErrorCard } from './error-card.tsx'

/** The history did not load. When that is because of the sign-in, its own card says so. */
export function HistoryFailed() {
  const { t } = useI18n()
  const reload = useSetAtom(reloadHistoryAtom)
  const authError = useAtomValue(authErrorAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  if (authError !== null) return null
  return (
    <ErrorCard
      title={t('thread.failed')}
      detail={t('thread.failedHint')}
      action={t('action.tryAgain')}
      onAction={() => {
        void reload()
        // The card leaves.
        requestFocus()
      }}
    />
  )
}
