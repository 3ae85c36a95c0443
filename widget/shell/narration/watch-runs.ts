import type { Store } from 'jotai/vanilla'
import type { Message, MessageStatus } from '../../../shared/thread/message.ts'
import {
  isRunningAtom,
  shownConversationAtom,
  shownPathAtom,
} from '../../conversation/atoms/conversations.ts'
import { messageAtom } from '../../conversation/atoms/conversation-view.ts'
import { shownQueueAtom } from '../../conversation/atoms/queued.ts'
import { messageIdsAtom } from '../../conversation/atoms/thread.ts'
import { noticesAtom, type Notice } from '../../world/failures.ts'

/** Facts at the beginning of a run. */
export interface RunStart {
  readonly conversation: unknown
  /** The last message before the run adds more. */
  readonly last: Message | undefined
}

/** Facts at the end of a run. */
export interface RunResult {
  readonly last: Message | undefined
  /** The last message already had this ending before the run began. */
  readonly isOld: boolean
  /** Failures since the run began. */
  readonly failures: readonly Notice['during'][]
}

export interface RunListener {
  started(start: RunStart): void
  ended(result: RunResult): void
}

/** The runs of the shown thread since the app was drawn. */
export interface RunWatch {
  /** Reports runs from now on, after the newest one before, which nobody was told of. Returns how to end it. */
  tell(listener: RunListener): () => void
  /** Returns how to end it. */
  begin(): () => void
}

/** The last message of the shown thread that does not wait to be sent. */
export function lastMessageOf({ get }: Store): Message | undefined {
  const refused = get(shownQueueAtom).findLast(({ error }) => error !== null)
  const id = refused?.id ?? get(shownPathAtom).at(-1)
  return id === undefined ? undefined : get(messageAtom(id))
}

/**
 * Follows the beginning and end of runs, and which messages existed before. It begins with the app, since a first
 * answer may end before the code that announces it has come. It subscribes to the store and not to renders, which come
 * too late when a fast run has already changed the messages.
 */
export function watchRuns(store: Store): RunWatch {
  /** Endings of the messages shown between runs, including branches left since then. */
  const before = new Map<string, MessageStatus | undefined>()
  let session: unknown = null
  let lastNotice = 0
  let isRunning = false
  let listener: RunListener | undefined
  /** The newest run while there is no listener. */
  let untold: { readonly start: RunStart; result?: RunResult } | undefined

  function note(): void {
    if (session !== store.get(shownConversationAtom)) before.clear()
    session = store.get(shownConversationAtom)
    for (const id of store.get(messageIdsAtom)) before.set(id, store.get(messageAtom(id))?.status)
  }

  function tellStart(): void {
    const start = { conversation: session, last: lastMessageOf(store) }
    if (listener) listener.started(start)
    else untold = { start }
  }

  function handleRun(): void {
    if (isRunning === store.get(isRunningAtom)) return
    isRunning = !isRunning
    if (isRunning) {
      note()
      lastNotice = store.get(noticesAtom).at(-1)?.id ?? lastNotice
      return tellStart()
    }
    const last = lastMessageOf(store)
    const isOld = last !== undefined && before.has(last.id) && before.get(last.id) === last.status
    const failures = store.get(noticesAtom).filter(({ id }) => id > lastNotice)
    const result = { last, isOld, failures: failures.map(({ during }) => during) }
    if (listener) listener.ended(result)
    else if (untold) untold.result = result
    note()
  }

  /** Switch from one running thread to another: a later end belongs to the new one. */
  function handleSession(): void {
    const isOther = session !== store.get(shownConversationAtom)
    if (!isOther || !isRunning || !store.get(isRunningAtom)) return
    note()
    tellStart()
  }

  return {
    tell(next) {
      listener = next
      if (untold) next.started(untold.start)
      if (untold?.result) next.ended(untold.result)
      untold = undefined
      return () => {
        listener = undefined
      }
    },
    begin() {
      handleRun()
      if (!isRunning) note()
      const stops = [
        store.sub(isRunningAtom, handleRun),
        store.sub(shownConversationAtom, handleSession),
        store.sub(messageIdsAtom, () => {
          if (!isRunning) note()
        }),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}
