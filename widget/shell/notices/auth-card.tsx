import { useAtomValue, useSetAtom } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import {
  authErrorAtom,
  authTitleAtom,
  isLockedOutAtom,
  signInAgainAtom,
} from '../../session/session.ts'
import './notices.css'
import { ErrorCard } from '../../ui/error-card.tsx'

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
    <div className="notice">
      <ErrorCard
        title={t(title)}
        detail={t(isLockedOut ? 'auth.leftHint' : 'auth.hint')}
        action={t('auth.action')}
        onAction={() => {
          void signInAgain()
          // The card leaves.
          requestFocus()
        }}
      />
    </div>
  )
}
