import { useAtomValue, useStore } from 'jotai/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isBlankPart, type Message } from '../../../shared/thread/message.ts'
import { identityAtom } from '../../state/identity.ts'
import { shownConversationAtom } from '../../state/conversations.ts'
import { shownQueueAtom } from '../../state/queued.ts'
import { authErrorAtom } from '../../state/session.ts'
import { connectionAtom } from '../../state/connection.ts'
import {
  failedMessageIdsAtom,
  historyStateAtom,
  lastMessageIdAtom,
  messageAtom,
} from '../../state/thread.ts'
import { useAnnounce, useEmptyRegions } from '../../ui/announcer.tsx'
import { endNoteOf } from '../message/failures/end-note.ts'
import { messageElementId } from '../message/message-element.ts'
import { createRunNarrator, type RunNarrator } from './create-run-narrator.ts'
import { describeCurrentTool } from './describe-current-tool.ts'
import { describeRunEnd, watchRuns, type RunRemains } from './watch-runs.ts'
import { readAnswer, speakAnswer } from './answer-speech.ts'
import { useChange } from '../use-change.tsx'

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
  const session = useRef<unknown>(store.get(shownConversationAtom))
  /** What the last message said when the run began. */
  const known = useRef<{ readonly id: string; readonly speech: string } | null>(null)

  useEffect(() => {
    const currentTool = () => describeCurrentTool(lastMessage(), t)
    const isSilent = () => isSilentAnswer(lastMessage())
    narrator.current = createRunNarrator({ announce, t, locale, currentTool, isSilent })
    return () => narrator.current?.destroy()

    function lastMessage(): Message | undefined {
      const id = store.get(lastMessageIdAtom)
      return id === undefined ? undefined : store.get(messageAtom(id))
    }
  }, [announce, t, locale, store])

  const handleStart = useEffectEvent((last: Message | undefined) => {
    session.current = store.get(shownConversationAtom)
    known.current = last === undefined ? null : { id: last.id, speech: readAloud(last) }
    narrator.current?.started()
  })

  const sayEnd = useEffectEvent((remains: RunRemains) => {
    const isElsewhere = store.get(shownConversationAtom) !== session.current
    const unsent = store.get(failedMessageIdsAtom)
    const isQueued = store.get(shownQueueAtom).at(-1)?.error === null
    narrator.current?.ended(
      isElsewhere
        ? { type: 'left' }
        : describeRunEnd({ ...remains, unsent, isQueued, speechOf: speakNew, noteOf: noteUnder }),
    )
  })

  useEffect(
    () =>
      watchRuns(store, {
        started: (last) => handleStart(last),
        ended: (remains) => setTimeout(() => sayEnd(remains), SETTLE_MS),
      }),
    [store],
  )

  const emptyRegions = useEmptyRegions()
  useEffect(() => {
    let before = store.get(identityAtom)
    return store.sub(identityAtom, () => {
      // What was told to one person is in the page for some seconds, where the next would find it.
      if (before) emptyRegions()
      before = store.get(identityAtom)
    })
  }, [store, emptyRegions])

  function readAloud({ id }: Message): string {
    const element = document.getElementById(messageElementId(id))
    return element === null ? '' : readAnswer(element, t)
  }

  /** An answer that went on was heard up to there. */
  function speakNew(message: Message): string {
    const speech = readAloud(message)
    const heard = known.current?.id === message.id ? known.current.speech : ''
    const rest = speech.startsWith(heard) ? speech.slice(heard.length).trim() : speech
    return speakAnswer(rest, locale, t)
  }

  function noteUnder(message: Message): string | undefined {
    const key = endNoteOf(message)
    return key === null ? undefined : t(key)
  }

  useChange(useAtomValue(connectionAtom), (connection) => {
    // Going offline is said by the banner, which is a status itself.
    if (connection === 'online') announce(t('offline.back'))
  })
  useChange(useAtomValue(authErrorAtom) !== null, (isSignedOut) => {
    if (isSignedOut) announce(`${t('auth.title')} ${t('auth.hint')}`, { channel: 'alert' })
  })
  useChange(useAtomValue(historyStateAtom), (state) => {
    // The end of the session is an alert of its own.
    const isSignedOut = store.get(authErrorAtom) !== null
    if (state === 'failed' && !isSignedOut) announce(t('thread.failed'), { channel: 'alert' })
  })

  return null
}

/** An answer that runs, says nothing yet, and does not say that it waits. */
const isSilentAnswer = (message: Message | undefined): boolean =>
  message?.status?.type === 'running' &&
  message.status.waitSeconds === undefined &&
  message.content.every(isBlankPart)
