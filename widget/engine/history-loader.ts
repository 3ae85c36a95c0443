import type { HistoryState } from './thread-change.ts'
import type { ThreadHistory, ThreadHistorySettings } from './thread-history.ts'

export interface HistoryLoaderSettings extends Omit<ThreadHistorySettings, 'isReady'> {
  /** There is nothing to load. */
  readonly isNew: boolean
  /** The newest page is on the screen. */
  readonly onShown: () => void
}

/** The stored messages of a thread. What shows them is loaded with the first of them. */
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
  const { cloud, log, closing, isRunning, onChange, onFailure } = settings
  let state: HistoryState = settings.isNew ? 'ready' : 'idle'
  let history: ThreadHistory | undefined
  let loading = Promise.resolve()

  function setState(next: HistoryState) {
    state = next
    onChange({ type: 'history', state })
  }

  async function loadNow() {
    setState('loading')
    try {
      const [page, { createThreadHistory }] = await Promise.all([
        cloud.messages(settings.threadId(), null, closing),
        import('./thread-history.ts'),
      ])
      if (closing.aborted) return
      history ??= createThreadHistory({ ...settings, isReady: () => state === 'ready' })
      history.show(page)
      setState('ready')
      settings.onShown()
    } catch (error) {
      if (closing.aborted) return
      // What is shown by now can be answered, as before.
      setState(log.tree.headId === null ? 'failed' : 'ready')
      onFailure('history', error)
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
