import { useAtomValue, useStore } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Message } from '../../../shared/thread/message.ts'
import { sessionBaseAtom } from '../../state/open-session.ts'
import { authErrorAtom, connectionAtom } from '../../state/session.ts'
import {
  failedMessageIdsAtom,
  historyStateAtom,
  isRunningAtom,
  lastMessageIdAtom,
  messageAtom,
} from '../../state/thread.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { messageElementId } from '../message/message-element-id.ts'
import { createRunNarrator } from './create-run-narrator.ts'
import type { RunNarrator } from './create-run-narrator.ts'
import { describeCurrentTool } from './describe-current-tool.ts'
import { describeRunEnd } from './describe-run-end.ts'
import { speakAnswer } from './speak-answer.ts'
import { useChange } from './use-change.ts'

/** Rendering lags a moment behind the end of a run. */
const SETTLE_MS = 100

/**
 * Tells screen readers what happens, at turning points only. Draws nothing, and reads the growing
 * message only when it has something to say.
 */
export function Narration() {
  const store = useStore()
  const { t, locale } = useI18n()
  const announce = useAnnounce()
  const narrator = useRef<RunNarrator>(null)
  // This code may arrive when a run has begun already.
  const session = useRef<unknown>(store.get(sessionBaseAtom))

  useEffect(() => {
    const currentTool = () => describeCurrentTool(lastMessage(), t)
    narrator.current = createRunNarrator({ announce, t, locale, currentTool })
    return () => narrator.current?.destroy()

    function lastMessage(): Message | undefined {
      const id = store.get(lastMessageIdAtom)
      return id === undefined ? undefined : store.get(messageAtom(id))
    }
  }, [announce, t, locale, store])

  function speechOf(message: Message): string {
    const element = document.getElementById(messageElementId(message.id))
    return element === null ? '' : speakAnswer(element, locale, t)
  }

  function sayEnd(): void {
    const id = store.get(lastMessageIdAtom)
    const last = id === undefined ? undefined : store.get(messageAtom(id))
    const isElsewhere = store.get(sessionBaseAtom) !== session.current
    const unsent = store.get(failedMessageIdsAtom)
    narrator.current?.ended(isElsewhere ? { type: 'left' } : describeRunEnd(last, unsent, speechOf))
  }

  useChange(useAtomValue(isRunningAtom), (isRunning) => {
    if (isRunning) {
      session.current = store.get(sessionBaseAtom)
      narrator.current?.started()
    } else setTimeout(sayEnd, SETTLE_MS)
  })
  useChange(useAtomValue(connectionAtom), (connection) => {
    // Going offline is said by the banner, which is a status itself.
    if (connection === 'online') announce(t('offline.back'))
  })
  useChange(useAtomValue(authErrorAtom) !== null, (isSignedOut) => {
    if (isSignedOut) announce(`${t('auth.title')} ${t('auth.hint')}`, { channel: 'alert' })
  })
  useChange(useAtomValue(historyStateAtom), (state) => {
    if (state === 'failed') announce(t('thread.failed'), { channel: 'alert' })
  })

  return null
}
