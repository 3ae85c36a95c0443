import type { MessagePage } from '../cloud/cloud.ts'
import type { RunningAnswer } from './running-answer.ts'
import type { HistoryState } from './thread-change.ts'
import { createThreadHistory } from './thread-history.ts'
import type { ThreadHistory, ThreadHistorySettings } from './thread-history.ts'

/** So long the rows wait for the word whether an answer runs: what comes later is shown later. */
export const RUNNING_WAIT_MS = 1_000

export interface HistoryLoaderSettings extends Omit<ThreadHistorySettings, 'isReady'> {
  /** There is nothing to load. */
  readonly isNew: boolean
  /** The newest page is on the screen. */
  readonly onShown: () => void
  /**
   * What the server makes in the thread: `null`: nothing; `undefined`: nobody can say. Never fails.
   * Absent: nobody is asked.
   */
  readonly findRunning?: (() => Promise<RunningAnswer | null | undefined>) | undefined
  /** An answer runs in the thread that is shown. */
  readonly onRunning: (running: RunningAnswer) => void
}

/** The stored messages of a thread. */
export interface HistoryLoader {
  readonly state: HistoryState
  /** The row above the first loaded message, as long as it is not loaded. */
  readonly above: string | null
  /** Shows the newest page. While it is on its way everybody waits for the same one. Never fails. */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. Never fails. */
  loadOlder(): Promise<void>
}

export function createHistoryLoader(settings: HistoryLoaderSettings): HistoryLoader {
  const { cloud, clock, log, closing, isRunning, onChange, onFailure } = settings
  let state: HistoryState = settings.isNew ? 'ready' : 'idle'
  let history: ThreadHistory | undefined
  let loading = Promise.resolve()

  function setState(next: HistoryState) {
    state = next
    onChange({ type: 'history', state })
  }

  async function loadNow() {
    setState('loading')
    const finding = settings.findRunning?.()
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
      if (running) settings.onRunning(running)
      else if (running === undefined) void finding?.then((late) => late && settings.onRunning(late))
    } catch (error) {
      void finding?.then((late) => late?.drop())
      if (closing.aborted) return
      // What is shown by now can be answered, as before.
      setState(log.tree.headId === null ? 'failed' : 'ready')
      onFailure('history', error)
    }
  }

  const readNewest = () => cloud.messages(settings.threadId(), null, closing)

  function awaitRunning(finding: ReturnType<NonNullable<typeof settings.findRunning>> | undefined) {
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
    get above() {
      return history?.above ?? null
    },
    load() {
      if (state !== 'loading' && !isRunning() && !closing.aborted) loading = loadNow()
      return loading
    },
    loadOlder: async () => history?.loadOlder(),
  }
}

const endsUnanswered = ({ rows }: MessagePage): boolean => rows[0]?.content['role'] === 'user'
