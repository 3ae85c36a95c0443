import { useAtomValue, useSetAtom } from 'jotai/react'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { authErrorAtom, signInAgainAtom } from '../../state/session.ts'
import { connectionAtom } from '../../state/connection.ts'
import { loadThreadListAtom, threadListAtom } from '../../state/thread-list.ts'
import { ListMessage } from './list-message.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { leaveToNotice } from './leave-to-notice.ts'
import { useListTexts } from './list-texts.ts'

/** What there is to say of a list besides its rows: it loads, failed, or is empty. */
export function ListState({ kind }: { kind: 'regular' | 'archived' }) {
  const texts = useListTexts()
  const { status, [kind]: items } = useAtomValue(threadListAtom)
  const isEmpty = items.length === 0
  switch (status) {
    case 'idle':
    case 'loading':
      return isEmpty ? <ListSkeleton /> : null
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
  const { t } = useI18n()
  const texts = useListTexts()
  const load = useSetAtom(loadThreadListAtom)
  const signIn = useSetAtom(signInAgainAtom)
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const authError = useAtomValue(authErrorAtom)

  useEffect(() => {
    if (!isOffline) return
    // Left when the connection is back.
    return () => leaveToNotice(load())
  }, [isOffline, load])

  async function signInAndLoad(): Promise<void> {
    await signIn()
    await load()
  }

  if (isOffline) return <ListMessage icon={<WifiOff />} text={texts('threads.offline')} />
  if (authError !== null) {
    return (
      <ListMessage
        text={t('auth.title')}
        action={t('auth.action')}
        onAction={() => leaveToNotice(signInAndLoad())}
      />
    )
  }
  return (
    <ListMessage
      text={texts('threads.failed')}
      hint={texts('threads.failedHint')}
      action={t('action.tryAgain')}
      onAction={() => leaveToNotice(load())}
    />
  )
}
