import type { Store } from 'jotai/vanilla'
import type { Message, MessageStatus } from '../../../shared/thread/message.ts'
import { noticesAtom } from '../../state/failures.ts'
import type { Notice } from '../../state/failures.ts'
import { shownConversationAtom } from '../../state/conversations.ts'
import {
  isRunningAtom,
  lastMessageIdAtom,
  messageAtom,
  messageIdsAtom,
} from '../../state/thread.ts'
import type { RunEnd } from './create-run-narrator.ts'

/** What a run left at the moment of its end. */
export interface RunRemains {
  readonly last: Message | undefined
  /** The last message ended like this before the run began. */
  readonly isOld: boolean
  /** What went wrong since the run began. */
  readonly failures: readonly Notice['during'][]
}

export interface RunListener {
  /** With the last message before the run adds its own. */
  started(last: Message | undefined): void
  ended(remains: RunRemains): void
}

/**
 * Tells where runs begin and end, and which messages were there before. It hears the store and not
 * renders: those come late, when a fast run has changed the messages already.
 */
export function watchRuns(store: Store, listener: RunListener): () => void {
  /** How the messages that were shown between runs ended, the branches left since too. */
  const before = new Map<string, MessageStatus | undefined>()
  let session: unknown = null
  let lastNotice = 0
  let isRunning = store.get(isRunningAtom)

  function lastMessage(): Message | undefined {
    const id = store.get(lastMessageIdAtom)
    return id === undefined ? undefined : store.get(messageAtom(id))
  }

  function note(): void {
    if (session !== store.get(shownConversationAtom)) before.clear()
    session = store.get(shownConversationAtom)
    for (const id of store.get(messageIdsAtom)) before.set(id, store.get(messageAtom(id))?.status)
  }

  function handleRun(): void {
    if (isRunning === store.get(isRunningAtom)) return
    isRunning = !isRunning
    const last = lastMessage()
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

  /** From one running thread to another: what ends now is of this one. */
  function handleSession(): void {
    const isOther = session !== store.get(shownConversationAtom)
    if (!isOther || !isRunning || !store.get(isRunningAtom)) return
    note()
    listener.started(lastMessage())
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

/** What there is to know of a run that is over. */
export interface RunOutcome {
  /** The last message of the shown path. */
  readonly last: Message | undefined
  /** It ended like this before the run began: the run left nothing of its own. */
  readonly isOld: boolean
  /** User messages that were not sent. */
  readonly unsent: ReadonlySet<string>
  /** The last message waits, and goes out by itself: that is said where it waits. */
  readonly isQueued: boolean
  /** What went wrong since the run began. */
  readonly failures: readonly Notice['during'][]
  readonly speechOf: (message: Message) => string
  /** The line under an answer that was cut; nothing where it simply ended. */
  readonly noteOf: (message: Message) => string | undefined
}

/**
 * How a run ended, read off the last message. An answer that was stopped before its first word is
 * gone, and maybe its question too; then the last message is one that was there before.
 */
export function describeRunEnd(outcome: RunOutcome): RunEnd {
  if (outcome.isQueued) return { type: 'noticed' }
  const { last, isOld, unsent, failures, speechOf, noteOf } = outcome
  if (last?.role !== 'assistant') {
    return { type: last !== undefined && unsent.has(last.id) ? 'not-sent' : 'stopped' }
  }
  if (isOld) {
    if (failures.includes('reload')) return { type: 'noticed' }
    return { type: failures.includes('send') ? 'failed' : 'stopped' }
  }
  if (last.status?.type === 'incomplete') {
    if (last.status.reason === 'error') return { type: 'failed' }
    if (last.status.reason === 'cancelled') return { type: 'stopped' }
  }
  return { type: 'complete', text: speechOf(last), note: noteOf(last) }
}
