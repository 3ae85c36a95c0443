import { useAtomValue, useSetAtom } from 'jotai/react'
import type { MouseEvent } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { loadOlderAtom } from '../../conversation/atoms/thread.ts'
import { olderStateAtom } from '../../conversation/atoms/conversations.ts'

export interface OlderMessagesProps {
  /** Loaded messages above are plain text, which a screen reader does not reach. */
  hasEarlier: boolean
  onEarlier: () => void
}

/** Leads to messages above the first drawn one. */
export function OlderMessages({ hasEarlier, onEarlier }: OlderMessagesProps) {
  const { t } = useI18n()
  const state = useAtomValue(olderStateAtom)
  const loadOlder = useSetAtom(loadOlderAtom)

  function handleRetry({ currentTarget }: MouseEvent): void {
    // The button is about to be removed; reading continues in the log around it.
    currentTarget.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
    void loadOlder()
  }

  if (hasEarlier) {
    return (
      <button type="button" className="earlier text-button" onClick={onEarlier}>
        {t('thread.earlier')}
      </button>
    )
  }
  if (state === 'loading') return <p className="older">{t('thread.loadingOlder')}</p>
  if (state !== 'failed') return null
  return (
    <p className="older">
      <span>{t('thread.olderFailed')}</span>
      <button type="button" className="text-button" onClick={handleRetry}>
        {t('action.tryAgain')}
      </button>
    </p>
  )
}
