import { useAtomValue, useStore } from 'jotai/react'
import type { Store } from 'jotai/vanilla'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Message } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Translate } from '../../i18n/create-translate.ts'
import { isRunningAtom, shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import { settingsAtom } from '../../world/settings.ts'
import { shownQueueAtom } from '../../conversation/atoms/queued.ts'
import { failedMessageIdsAtom } from '../../conversation/atoms/thread.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useChange } from '../../ui/use-change.tsx'
import { endNoteOf } from '../../messages/failures/end-note.ts'
import { toolLabelsAtom } from '../../messages/atoms/tool-labels.ts'
import { knowledgeLabels } from '../../messages/tools/knowledge-labels.ts'
import { readAnswer, readFinished, speakAnswer } from '../../messages/speech/answer-speech.ts'
import { createRunNarrator, type RunNarrator } from './create-run-narrator.ts'
import { describeCurrentTool, describeRunEnd, silenceOf } from './describe-run.ts'
import { lastMessageOf, type RunResult, type RunStart, type RunWatch } from './watch-runs.ts'

/** Rendering lags a moment behind the end of a run. */
const SETTLE_MS = 100
/** Shortest time between announced paragraphs. */
const PARAGRAPHS_EVERY_MS = 1_000

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
export function useRunNarration(runs: RunWatch): void {
  const store = useStore()
  const { t, locale } = useI18n()
  const announce = useAnnounce()
  const isRunning = useAtomValue(isRunningAtom)
  const narrator = useRef<RunNarrator>(null)
  const session = useRef<unknown>(null)
  /** Speech of the last message when the run began. */
  const known = useRef<{ readonly id: string; readonly speech: string } | null>(null)

  useEffect(() => {
    narrator.current = createRunNarrator({ announce, t, locale, ...createQuestions(store, t) })
    return () => narrator.current?.destroy()
  }, [announce, t, locale, store])

  const handleStart = useEffectEvent(({ conversation, last }: RunStart) => {
    session.current = conversation
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

  const announceEnd = useEffectEvent((result: RunResult) => {
    const isElsewhere = store.get(shownConversationAtom) !== session.current
    const unsent = store.get(failedMessageIdsAtom)
    const isQueued = store.get(shownQueueAtom).at(-1)?.error === null
    narrator.current?.ended(
      isElsewhere
        ? { type: 'left' }
        : describeRunEnd({
            ...result,
            unsent,
            isQueued,
            speechOf: newSpeechOf,
            noteOf: noteUnder,
          }),
    )
  })

  useEffect(
    () =>
      runs.tell({
        started: (start) => handleStart(start),
        ended: (result) => setTimeout(() => announceEnd(result), SETTLE_MS),
      }),
    [runs],
  )

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
