import { wait } from '../api/clock.ts'
import { createBackoff, NO_WAKE } from '../conversation/backoff.ts'
import { depsOf } from '../state/chat-deps.ts'
import { threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import {
  createDelivery,
  isHomeless,
  isShownThread,
  type DeliverySettings,
} from './deliver-message.ts'

/** The tab that shows the thread goes first: there the answer can be seen to come. */
export const OUTBOX_YIELD_MS = 2_000

export interface Drain {
  /** Sends what can be sent. `tried`: a thread where that failed a moment ago. */
  kick(tried?: string): void
}

/**
 * Sends what waits, in each thread one message after the other and in one tab only: whoever sends
 * holds the thread's lock until nothing waits there, or until somebody has to decide.
 */
export function createDrain(settings: DeliverySettings): Drain {
  const { store, owner, items } = settings
  const { clock, random, wake = NO_WAKE } = depsOf(store.get)
  const { ending } = owner
  const { deliver, findConversation } = createDelivery(settings)
  const draining = new Set<string>()

  function kick(tried?: string) {
    for (const thread of new Set(items.all.map((item) => item.thread))) {
      const isWaiting = headOf(thread)?.state.type === 'waiting'
      if (draining.has(thread) || (!isWaiting && !isHomeless(store.get, thread))) continue
      draining.add(thread)
      void drain(thread, thread === tried).then(() => {
        draining.delete(thread)
      })
    }
  }

  const headOf = (thread: string) => items.all.find((item) => item.thread === thread)

  async function drain(thread: string, isTried: boolean): Promise<void> {
    try {
      if (!isShownThread(store.get, thread)) await wait(clock, OUTBOX_YIELD_MS, ending)
      await owner.tabs.leader(`outbox:${thread}`, ending, () => drainAlone(thread, isTried))
    } catch (error) {
      if (!ending.aborted) depsOf(store.get).report('A message could not be sent:', error)
    }
  }

  async function drainAlone(thread: string, isTried: boolean): Promise<void> {
    const backoff = createBackoff({ clock, random, wake })
    try {
      if (isTried) await backoff.next(ending)
      for (;;) {
        await items.reread()
        const next = headOf(thread)
        if (!next || ending.aborted) return
        if (next.state.type === 'failed') {
          if (isHomeless(store.get, thread) && (await findConversation(next)) !== 'moved')
            store.get(threadsAtom)?.retain(thread)
          return
        }
        const delivery = await deliver(next)
        if (delivery === 'moved') return kick()
        if (delivery === 'taken') backoff.reset()
        else if (delivery === 'later' && !(await backoff.next(ending))) return
      }
    } finally {
      backoff.stop()
    }
  }

  return { kick }
}
