import { useAtomValue, useSetAtom } from 'jotai/react'
import { WifiOff } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { connectionAtom } from '../world/connection.ts'
import { loadThreadListAtom, threadListAtom } from './atoms/shown-list.ts'
import { leaveToNotice } from './thread-notice-card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useHeldPlaceholder } from '../ui/use-held-placeholder.tsx'
import { authErrorAtom } from '../world/identify.ts'
import { authTitleAtom, signInAgainAtom } from './atoms/sign-in.ts'

/** State of a list besides its rows: loading, failed or empty. */
export function ListState({ kind }: { kind: 'regular' | 'archived' }) {
  const { t } = useI18n()
  const { status, [kind]: items } = useAtomValue(threadListAtom)
  const isEmpty = items.length === 0
  const isLoading = isEmpty && (status === 'idle' || status === 'loading')
  const isHeld = useHeldPlaceholder(isLoading)
  if (isLoading || isHeld) return <ListSkeleton isHeld={isHeld} />
  switch (status) {
    case 'idle':
    case 'loading':
      return null
    case 'failed':
      return <ListFailed />
    case 'ready':
      if (!isEmpty) return null
      return kind === 'archived' ? (
        <ListMessage text={t('threads.archivedEmpty')} />
      ) : (
        <ListMessage text={t('threads.empty')} hint={t('threads.emptyHint')} />
      )
    default:
      return status satisfies never
  }
}

/** Shows the reason, and retries when the network returns. */
function ListFailed() {
  const { t } = useI18n()
  const load = useSetAtom(loadThreadListAtom)
  const signIn = useSetAtom(signInAgainAtom)
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const authError = useAtomValue(authErrorAtom)
  const authTitle = useAtomValue(authTitleAtom)

  useEffect(() => {
    if (!isOffline) return
    // Runs when the connection is back.
    return () => leaveToNotice(load())
  }, [isOffline, load])

  async function signInAndLoad(): Promise<void> {
    await signIn()
    await load()
  }

  if (isOffline) return <ListMessage icon={<WifiOff />} text={t('threads.offline')} />
  if (authError !== null) {
    return (
      <ListMessage
        text={t(authTitle)}
        action={t('auth.action')}
        onAction={() => leaveToNotice(signInAndLoad())}
      />
    )
  }
  return (
    <ListMessage
      text={t('threads.failed')}
      hint={t('threads.failedHint')}
      action={t('action.tryAgain')}
      onAction={() => leaveToNotice(load())}
    />
  )
}

interface ListMessageProps {
  text: string
  hint?: string
  /** Label of the button. Default: no button. */
  action?: string
  onAction?: () => void
  icon?: ReactNode
}

/** A message in place of threads. */
export function ListMessage({ text, hint, action, onAction, icon }: ListMessageProps) {
  return (
    <div className="thread-list-message">
      {icon}
      <p className="thread-list-text" dir="auto">
        {text}
      </p>
      {hint !== undefined && <p className="thread-list-hint">{hint}</p>}
      {action !== undefined && (
        <button type="button" className="outline-button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  )
}

const ROWS = [72, 54, 81, 63, 48, 76] as const

/** Placeholder for the list. One status for all of it, not one per row. */
function ListSkeleton({ isHeld }: { isHeld: boolean }) {
  const { t } = useI18n()
  return (
    <div className="thread-skeleton" role="status" data-held={isHeld || undefined} translate="no">
      <LoadingText text={t('threads.loading')} />
      {ROWS.map((percent) => (
        <span key={percent} className="thread-skeleton-row" aria-hidden>
          <span className="thread-skeleton-line" style={{ inlineSize: `${percent}%` }} />
        </span>
      ))}
    </div>
  )
}
