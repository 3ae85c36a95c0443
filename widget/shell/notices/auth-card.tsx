import { useAtomValue, useSetAtom } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import './notices.css'
import { ErrorCard } from '../../ui/error-card.tsx'
import { authErrorAtom, isLockedOutAtom } from '../../world/identify.ts'
import { authTitleAtom, signInAgainAtom } from '../../thread-list/atoms/sign-in.ts'

/** Shown when the session cannot be renewed silently. Thread and draft stay. */
export function AuthCard() {
  const { t } = useI18n()
  const error = useAtomValue(authErrorAtom)
  const title = useAtomValue(authTitleAtom)
  const isLockedOut = useAtomValue(isLockedOutAtom)
  const signInAgain = useSetAtom(signInAgainAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  if (error === null) return null
  return (
    <div className="notice auth-notice">
      <ErrorCard
        title={t(title)}
        detail={t(isLockedOut ? 'auth.leftHint' : 'auth.hint')}
        action={t('auth.action')}
        onAction={() => {
          void signInAgain()
          // The card is about to be removed.
          requestFocus()
        }}
      />
    </div>
  )
}
