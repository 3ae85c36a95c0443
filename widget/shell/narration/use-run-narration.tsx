import { useAtomValue, useStore } from 'jotai/react'
import type { Store } from 'jotai/vanilla'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Message, MessageStatus } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Translate } from '../../i18n/create-translate.ts'
import {
  isRunningAtom,
  shownConversationAtom,
  shownPathAtom,
} from '../../conversation/atoms/conversations.ts'
import { noticesAtom, type Notice } from '../../world/failures.ts'
import { settingsAtom } from '../../world/settings.ts'
import { shownQueueAtom } from '../../conversation/atoms/queued.ts'
import { failedMessageIdsAtom, messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { seenEndAtom, threadListFactsAtom } from '../../thread-list/atoms/thread-list-facts.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useChange } from '../../ui/use-change.tsx'
import { endNoteOf } from '../../messages/failures/end-note.ts'
import { toolLabelsAtom } from '../../messages/atoms/tool-labels.ts'
import { knowledgeLabels } from '../../messages/tools/knowledge-labels.ts'
import { readAnswer, readFinished, speakAnswer } from '../../messages/speech/answer-speech.ts'
import { createRunNarrator, type RunNarrator } from './create-run-narrator.ts'
import { describeCurrentTool, describeRunEnd, silenceOf } from './describe-run.ts'

/** Rendering lags a moment behind the end of a run. */
const SETTLE_MS = 100
/** Shortest time between announced paragraphs. */
const PARAGRAPHS_EVERY_MS = 1_000

/** Stores whose missed end was looked for: nothing is announced again when the app is drawn anew. */
const searchedStores = new WeakSet<Store>()

/** The narrator's questions to the shown thread and the settings. */
const createQuestions = (store: Store, t: Translate) => ({
  currentTool: () =>
    describeCurrentTool(
      lastMessageOf(store),
      t,
      (name) => knowledgeLabels(name, t) ?? store.get(toolLabelsAtom)(name),
    ),
  silence: () => silenceOf(lastMessageOf(store)),
  wanted: () => store.get(settingsAtom).announcements,
})

/** Announces the runs of the shown thread. Reads the growing message only when it speaks. */
export function useRunNarration(): void {
  const store = useStore()
  const { t, locale } = useI18n()
  const announce = useAnnounce()
  const isRunning = useAtomValue(isRunningAtom)
  const narrator = useRef<RunNarrator>(null)
  // This code may load after a run has begun.
  const session = useRef<unknown>(store.get(shownConversationAtom))
  /** Speech of the last message when the run began. */
  const known = useRef<{ readonly id: string; readonly speech: string } | null>(null)

  useEffect(() => {
    narrator.current = createRunNarrator({ announce, t, locale, ...createQuestions(store, t) })
    return () => narrator.current?.destroy()
  }, [announce, t, locale, store])

  const handleStart = useEffectEvent((last: Message | undefined) => {
    session.current = store.get(shownConversationAtom)
    known.current = last === undefined ? null : { id: last.id, speech: readAnswer(last.id, t) }
    narrator.current?.started()
  })

  /** Paragraphs that were announced during the run are left out of its end. */
  const announceParagraphs = useEffectEvent(() => {
    const { announcements, reading } = store.get(settingsAtom)
    const { id, role } = lastMessageOf(store) ?? {}
    if (announcements !== 'full' || reading !== 'paragraph' || id === undefined) return
    if (role !== 'assistant') return
    const heard = known.current?.id === id ? known.current.speech : ''
    const speech = readFinished(id, t)
    if (!speech.startsWith(heard) || speech.length <= heard.length) return
    announce(speech.slice(heard.length).trim())
    known.current = { id, speech }
  })

  const announceEnd = useEffectEvent((remains: RunResult) => {
    const isElsewhere = store.get(shownConversationAtom) !== session.current
    const unsent = store.get(failedMessageIdsAtom)
    const isQueued = store.get(shownQueueAtom).at(-1)?.error === null
    narrator.current?.ended(
      isElsewhere
        ? { type: 'left' }
        : describeRunEnd({
            ...remains,
            unsent,
            isQueued,
            speechOf: newSpeechOf,
            noteOf: noteUnder,
          }),
    )
  })

  useEffect(() => {
    const missed = searchedStores.has(store) ? undefined : findMissedEnd(store)
    searchedStores.add(store)
    if (missed) announceEnd(missed)
    return watchRuns(store, {
      started: (last) => handleStart(last),
      ended: (remains) => setTimeout(() => announceEnd(remains), SETTLE_MS),
    })
  }, [store])

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => announceParagraphs(), PARAGRAPHS_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  useChime(isRunning)

  /** Speaks only the new part of an answer that continued. */
  function newSpeechOf(message: Message): string {
    const speech = readAnswer(message.id, t)
    const heard = known.current?.id === message.id ? known.current.speech : ''
    const rest = speech.startsWith(heard) ? speech.slice(heard.length).trim() : speech
    return speakAnswer(rest, locale, t)
  }

  function noteUnder(message: Message): string | undefined {
    const key = endNoteOf(message)
    return key === null ? undefined : t(key)
  }
}

/** The last message of the shown thread that does not wait to be sent. */
function lastMessageOf({ get }: Store): Message | undefined {
  const refused = get(shownQueueAtom).findLast(({ error }) => error !== null)
  const id = refused?.id ?? get(shownPathAtom).at(-1)
  return id === undefined ? undefined : get(messageAtom(id))
}

/** Plays a sound when an answer is complete, if the person wants it. */
function useChime(isRunning: boolean): void {
  const store = useStore()
  useChange(isRunning, (isNowRunning) => {
    const last = lastMessageOf(store)
    const isAnswer = last?.role === 'assistant' && last.status?.type === 'complete'
    if (!isNowRunning && isAnswer && store.get(settingsAtom).sound === 'on')
      void import('../../ui/play-chime.ts').then(({ playChime }) => playChime()).catch(() => {})
  })
}

/** Facts at the end of a run. */
interface RunResult {
  readonly last: Message | undefined
  /** The last message already had this ending before the run began. */
  readonly isOld: boolean
  /** Failures since the run began. */
  readonly failures: readonly Notice['during'][]
}

/** The end of a run in view that came before this code did: an answer of the first second, or its refusal. */
function findMissedEnd(store: Store): RunResult | undefined {
  const { get } = store
  if (get(isRunningAtom)) return undefined
  const last = lastMessageOf(store)
  const failures = get(noticesAtom).map(({ during }) => during)
  const end = get(seenEndAtom)
  const isAnswered = end !== null && end.slotId === get(threadListFactsAtom)?.main?.id
  const isRefused =
    last !== undefined && get(failedMessageIdsAtom).has(last.id) && failures.includes('send')
  return isAnswered || isRefused ? { last, isOld: false, failures } : undefined
}

interface RunListener {
  /** Called with the last message before the run adds more. */
  started(last: Message | undefined): void
  ended(remains: RunResult): void
}

/**
 * Reports the beginning and end of runs, and which messages existed before. Subscribes to the store and not to
 * renders, which come too late when a fast run has already changed the messages.
 */
function watchRuns(store: Store, listener: RunListener): () => void {
  /** Endings of the messages shown between runs, including branches left since then. */
  const before = new Map<string, MessageStatus | undefined>()
  let session: unknown = null
  let lastNotice = 0
  let isRunning = store.get(isRunningAtom)

  function note(): void {
    if (session !== store.get(shownConversationAtom)) before.clear()
    session = store.get(shownConversationAtom)
    for (const id of store.get(messageIdsAtom)) before.set(id, store.get(messageAtom(id))?.status)
  }

  function handleRun(): void {
    if (isRunning === store.get(isRunningAtom)) return
    isRunning = !isRunning
    const last = lastMessageOf(store)
    if (isRunning) {
      note()
      lastNotice = store.get(noticesAtom).at(-1)?.id ?? lastNotice
      listener.started(last)
      return
    }
    const isOld = last !== undefined && before.has(last.id) && before.get(last.id) === last.status
    const failures = store.get(noticesAtom).filter(({ id }) => id > lastNotice)
    listener.ended({ last, isOld, failures: failures.map(({ during }) => during) })
    note()
  }

  /** Switch from one running thread to another: a later end belongs to the new one. */
  function handleSession(): void {
    const isOther = session !== store.get(shownConversationAtom)
    if (!isOther || !isRunning || !store.get(isRunningAtom)) return
    note()
    listener.started(lastMessageOf(store))
  }

  if (!isRunning) note()
  const stops = [
    store.sub(isRunningAtom, handleRun),
    store.sub(shownConversationAtom, handleSession),
    store.sub(messageIdsAtom, () => {
      if (!isRunning) note()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
