import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import type { MessagePage } from '../api/message-calls.ts'
import { insist, type RetryPolicy } from '../api/backoff.ts'
import { findRunning, type RunningAnswer } from './running-answer.ts'
import type { HistoryState, ThreadLog } from './thread-log.ts'
import { createThreadHistory } from './thread-history.ts'
import type { Transport, TurnStream } from './transport.ts'

/** Maximum time that the rows wait for the search for a running answer. A later answer is shown later. */
export const RUNNING_WAIT_MS = 1_000

export interface HistoryLoaderSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly retry: RetryPolicy
  readonly log: ThreadLog
  /** True if there is nothing to load. */
  readonly isNew: boolean
  /** True if this browser stores messages, so that those without a row will get one. */
  readonly savesHere: boolean
  readonly transport: Pick<Transport, 'follow'>
  readonly host: HistoryHost
}

/** The parts of the conversation that its history uses. */
export interface HistoryHost {
  readonly isRunning: boolean
  /** Called when the newest page is on the screen. */
  noteHistoryShown(): void
  /** Follows an answer that already runs at the server. */
  follow(question: Message, answer: Message, stream: TurnStream): void
}

/** Loads the state of a thread: its stored messages, and the answer that its server is making. */
export interface HistoryLoader {
  readonly state: HistoryState
  /** Shows the newest page. Calls during a load share it. Never rejects. */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. Never rejects. */
  loadOlder(): Promise<void>
}

export function createHistoryLoader(settings: HistoryLoaderSettings): HistoryLoader {
  const { cloud, retry, log, savesHere, host } = settings
  const { clock } = retry
  const { closing } = log
  const { follow } = settings.transport
  const find = follow && (() => findRunning({ follow, retry, log }))
  const adopt = createAdopter({
    log,
    clock,
    host,
    find: async () => find?.(),
    reload: load,
  })
  const isReady = () => state === 'ready'
  const history = createThreadHistory({ cloud, clock, log, isReady, host, savesHere })
  let state: HistoryState = settings.isNew ? 'ready' : 'idle'
  let loading = Promise.resolve()

  function setState(next: HistoryState) {
    state = next
    log.tell({ type: 'history', state })
  }

  function load() {
    if (state !== 'loading' && !host.isRunning && !closing.aborted) loading = loadNow()
    return loading
  }

  async function loadNow() {
    setState('loading')
    const finding = find?.()
    try {
      const first = await readNewest()
      const running = await inTime(finding, clock)
      const again =
        running === null && endsUnanswered(first) ? await readNewest().catch(() => null) : first
      const page = again ?? first
      if (closing.aborted) return
      // An earlier load found the run. These rows would remove it from the screen.
      if (host.isRunning) {
        void finding?.then((found) => found?.drop())
        return setState('ready')
      }
      history.show(page)
      setState('ready')
      host.noteHistoryShown()
      // Synchronous: code that waits for the rows in order to send must find the run.
      if (running) adopt(running)
      else if (!again || running === undefined)
        void finding?.then((late) => {
          if (late) adopt(late)
          else if (late === null && endsUnanswered(page)) void seekAnswer()
        })
    } catch (error) {
      void finding?.then((late) => late?.drop())
      if (closing.aborted) return
      // Messages that are already shown can still be answered.
      setState(log.tree.headId === null ? 'failed' : 'ready')
      log.fail('history', error)
    }
  }

  const readNewest = () => cloud.messages(log.id, null, closing)

  /** Nothing runs, so an answer that was being saved while the rows were read now has its row. */
  async function seekAnswer() {
    const { headId } = log.tree
    const page = await insist(readNewest, closing, retry)
    if (page && !host.isRunning && log.tree.headId === headId) history.show(page)
  }

  return {
    get state() {
      return state
    },
    load,
    loadOlder: history.loadOlder,
  }
}

/** Returns the running answer within the waiting time; `undefined` if it takes longer or is not looked for. */
function inTime(finding: ReturnType<typeof findRunning> | undefined, clock: Clock) {
  if (!finding) return undefined
  return new Promise<RunningAnswer | null | undefined>((resolve) => {
    const cancel = clock.after(RUNNING_WAIT_MS, () => resolve(undefined))
    void finding.then((found) => {
      cancel()
      resolve(found)
    })
  })
}

const endsUnanswered = ({ rows }: MessagePage): boolean => rows[0]?.content['role'] === 'user'

interface AdoptSettings {
  readonly log: ThreadLog
  readonly clock: Clock
  readonly host: HistoryHost
  /** Looks for the running answer again. */
  readonly find: () => Promise<RunningAnswer | null | undefined>
  /** Loads the rows again, with the running answer. */
  readonly reload: () => Promise<void>
}

/**
 * Adds a running answer below its question. Rows and stream were requested at the same time, so that either may
 * be newer than the other.
 */
function createAdopter(settings: AdoptSettings) {
  const { log, clock, host } = settings
  /** The answer whose question was already looked for in newer rows. */
  let soughtFor: string | undefined

  const messageOf = (rowId: string) => log.tree.get(log.rows.keyOf(rowId) ?? rowId)

  async function adopt(running: RunningAnswer, isAfterRows: boolean): Promise<void> {
    const { userMessageId, answerId, continues } = running.rows
    if (log.closing.aborted || host.isRunning) return running.drop()
    const question = messageOf(userMessageId)
    if (!question) {
      running.drop()
      if (soughtFor === answerId) return
      soughtFor = answerId
      // The question was sent while the rows were read. If it is above the loaded rows, the answer is not
      // visible.
      return settings.reload()
    }
    const known = messageOf(answerId)
    if (!known) return host.follow(question, createAnswer(answerId), running.stream)
    // With a final status it was saved while the stream was requested.
    if (known.status?.type !== 'requires-action' || !continues) return running.drop()
    if (isAfterRows) {
      const answer: Message = { ...known, status: { type: 'running' } }
      return host.follow(question, answer, running.stream)
    }
    // Its row may or may not contain the text of this stream. A stream requested after the row does not repeat
    // it.
    running.drop()
    const again = await settings.find()
    if (again) return adopt(again, true)
    if (again === null) return settings.reload()
  }

  function createAnswer(id: string): Message {
    return createAssistantMessage(id, new Date(clock.now()).toISOString())
  }

  return (running: RunningAnswer): void => void adopt(running, false)
}
