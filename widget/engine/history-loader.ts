import type { Message } from '../../shared/thread/message.ts'
import type { MessagePage } from '../cloud/cloud.ts'
import { createAdopter } from './adopt-running.ts'
import { findRunning, type RunningAnswer } from './running-answer.ts'
import type { HistoryState } from './thread-change.ts'
import { createThreadHistory } from './thread-history.ts'
import type { ThreadHistory, ThreadHistorySettings } from './thread-history.ts'
import type { Transport, TurnStream } from './transport.ts'
import type { Wake } from './wake.ts'

/** So long the rows wait for the word whether an answer runs: what comes later is shown later. */
export const RUNNING_WAIT_MS = 1_000

export interface HistoryLoaderSettings extends Omit<ThreadHistorySettings, 'isReady'> {
  /** There is nothing to load. */
  readonly isNew: boolean
  /** The newest page is on the screen. */
  readonly onShown: () => void
  readonly transport: Pick<Transport, 'follow'>
  readonly random: () => number
  readonly wake: Wake
  /** Reads on in an answer that the server makes already. */
  readonly follow: (question: Message, answer: Message, stream: TurnStream) => void
}

/** Shows a thread as it is: its stored messages, and the answer that its server is making. */
export interface HistoryLoader {
  readonly state: HistoryState
  /** Shows the newest page. While it is on its way everybody waits for the same one. Never fails. */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. Never fails. */
  loadOlder(): Promise<void>
}

export function createHistoryLoader(settings: HistoryLoaderSettings): HistoryLoader {
  const { cloud, clock, log, closing, isRunning, tell } = settings
  const { follow } = settings.transport
  const find = follow && (() => findRunning({ ...settings, follow, signal: closing }))
  const adopt = createAdopter({ ...settings, find: async () => find?.(), reload: load })
  let state: HistoryState = settings.isNew ? 'ready' : 'idle'
  let history: ThreadHistory | undefined
  let loading = Promise.resolve()

  function setState(next: HistoryState) {
    state = next
    tell({ type: 'history', state })
  }

  function load() {
    if (state !== 'loading' && !isRunning() && !closing.aborted) loading = loadNow()
    return loading
  }

  async function loadNow() {
    setState('loading')
    const finding = find?.()
    try {
      const first = await readNewest()
      const running = await awaitRunning(finding)
      const page = running === null && endsUnanswered(first) ? await readAgain(first) : first
      if (closing.aborted) return
      // It was found running by an earlier load: these rows would take it off the screen.
      if (isRunning()) {
        void finding?.then((found) => found?.drop())
        return setState('ready')
      }
      history ??= createThreadHistory({ ...settings, isReady: () => state === 'ready' })
      history.show(page)
      setState('ready')
      settings.onShown()
      if (running) adopt(running)
      else if (running === undefined) void finding?.then((late) => late && adopt(late))
    } catch (error) {
      void finding?.then((late) => late?.drop())
      if (closing.aborted) return
      // What is shown by now can be answered, as before.
      setState(log.tree.headId === null ? 'failed' : 'ready')
      tell({ type: 'failure', during: 'history', error })
    }
  }

  const readNewest = () => cloud.messages(log.id, null, closing)

  function awaitRunning(finding: ReturnType<typeof findRunning> | undefined) {
    if (!finding) return undefined
    return new Promise<RunningAnswer | null | undefined>((resolve) => {
      const cancel = clock.after(RUNNING_WAIT_MS, () => resolve(undefined))
      void finding.then((found) => {
        cancel()
        resolve(found)
      })
    })
  }

  /** Nothing runs by now: an answer that was being saved while the rows were read has its row. */
  async function readAgain(first: MessagePage): Promise<MessagePage> {
    try {
      return await readNewest()
    } catch {
      return first
    }
  }

  return {
    get state() {
      return state
    },
    load,
    loadOlder: async () => history?.loadOlder(),
  }
}

const endsUnanswered = ({ rows }: MessagePage): boolean => rows[0]?.content['role'] === 'user'
