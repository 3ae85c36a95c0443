import { useAtomValue, useSetAtom } from 'jotai/react'
import WifiOff from '@lucide/icons/icons/wifi-off'
import { useEffect, type ReactNode } from 'react'
import { connectionAtom } from '../state/connection.ts'
import { authErrorAtom, authTitleAtom, signInAgainAtom } from '../state/session.ts'
import { loadThreadListAtom, threadListAtom } from './atoms/shown-list.ts'
import { leaveToNotice } from './thread-notice-card.tsx'
import { LoadingText } from '../messages/loading-text.tsx'
import { useLaterTexts } from '../i18n/later-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { useHeldPlaceholder } from '../ui/use-held-placeholder.tsx'

/** What there is to say of a list besides its rows: it loads, failed, or is empty. */
export function ListState({ kind }: { kind: 'regular' | 'archived' }) {
  const texts = useLaterTexts()
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
        <ListMessage text={texts('threads.archivedEmpty')} />
      ) : (
        <ListMessage text={texts('threads.empty')} hint={texts('threads.emptyHint')} />
      )
    default:
      return status satisfies never
  }
}

/** Says why, and goes on by itself when the network comes back. */
function ListFailed() {
  const t = useLaterTexts()
  const load = useSetAtom(loadThreadListAtom)
  const signIn = useSetAtom(signInAgainAtom)
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const authError = useAtomValue(authErrorAtom)
  const authTitle = useAtomValue(authTitleAtom)

  useEffect(() => {
    if (!isOffline) return
    // Left when the connection is back.
    return () => leaveToNotice(load())
  }, [isOffline, load])

  async function signInAndLoad(): Promise<void> {
    await signIn()
    await load()
  }

  if (isOffline) return <ListMessage icon={<Icon of={WifiOff} />} text={t('threads.offline')} />
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
  /** Name of the one button. Default: there is none. */
  action?: string
  onAction?: () => void
  icon?: ReactNode
}

/** What stands where threads would be. */
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

/** The shape of a list. One status for all of it, not one per row. */
function ListSkeleton({ isHeld }: { isHeld: boolean }) {
  const texts = useLaterTexts()
  return (
    <div className="thread-skeleton" role="status" data-held={isHeld || undefined} translate="no">
      <LoadingText text={texts('threads.loading')} />
      {ROWS.map((percent) => (
        <span key={percent} className="thread-skeleton-row" aria-hidden>
          <span className="thread-skeleton-line" style={{ inlineSize: `${percent}%` }} />
        </span>
      ))}
    </div>
  )
}
