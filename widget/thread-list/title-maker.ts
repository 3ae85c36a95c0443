import { TITLE_MAX } from '../../shared/wire/threads.ts'
import type { CloudThreads } from '../api/cloud-threads.ts'
import type { RunMessage } from '../api/run-calls.ts'
import type { OptimisticState } from './optimistic-state.ts'
import { requireOperation } from './thread-guards.ts'
import { titled, refreshed, type ThreadListState } from './thread-list-state.ts'

/** Time limit for a title. Afterwards the thread keeps its first words. */
export const TITLE_MAX_MS = 60_000

export interface TitleMakerSettings {
  readonly adapter: CloudThreads
  readonly list: OptimisticState<ThreadListState>
  readonly signal: AbortSignal
}

/** Generates titles. A title that a person chose always has precedence. */
export interface TitleMaker {
  /** Shows a title as it arrives. Replaces a pending title of the same thread. */
  generate(id: string, remoteId: string, messages: readonly RunMessage[]): Promise<void>
  /** Takes the server's title, or requests one. Once per slot. Returns true if it was this call. */
  nameOnce(id: string, remoteId: string, messages: readonly RunMessage[]): Promise<boolean>
}

export function createTitleMaker({ adapter, list, signal }: TitleMakerSettings): TitleMaker {
  const coming = new Map<string, AbortController>()
  const asked = new Set<string>()

  async function generate(id: string, remoteId: string, messages: readonly RunMessage[]) {
    const ask = requireOperation(adapter, 'generateTitle')
    coming.get(id)?.abort(new DOMException('Another title was asked for.', 'AbortError'))
    const own = new AbortController()
    coming.set(id, own)
    const late = setTimeout(
      () => own.abort(new DOMException('Too late.', 'TimeoutError')),
      TITLE_MAX_MS,
    )
    try {
      const reading = AbortSignal.any([signal, own.signal])
      await readTitle(await ask(remoteId, messages, reading), reading, (title) =>
        list.change(titled(id, title)),
      )
    } finally {
      clearTimeout(late)
      if (coming.get(id) === own) coming.delete(id)
    }
  }

  return {
    generate,
    async nameOnce(id, remoteId, messages) {
      if (asked.has(id)) return false
      asked.add(id)
      try {
        const { fetch } = adapter
        if (fetch) {
          const item = await list.read(
            () => fetch.call(adapter, remoteId, signal),
            (state, fresh) => (state.slots.has(id) ? refreshed(fresh)(state) : state),
          )
          if (item.title !== undefined) return true
        }
        if (adapter.generateTitle) await generate(id, remoteId, messages)
        return true
      } catch (error) {
        // The next answer tries again.
        asked.delete(id)
        throw error
      }
    },
  }
}

/** Reports the title as it grows; blank text is ignored. Ends at the maximum length. */
async function readTitle(
  pieces: ReadableStream<string>,
  signal: AbortSignal,
  onTitle: (title: string) => void,
): Promise<void> {
  // Limit: TITLE_MAX_MS, by the signal: "a title whose stream hangs is given up, and its connection with it".
  const reader = pieces.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  let text = ''
  try {
    while (text.length < TITLE_MAX && !signal.aborted) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const title = text.trim().slice(0, TITLE_MAX)
      if (title !== '' && !signal.aborted) onTitle(title)
    }
    stop()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
