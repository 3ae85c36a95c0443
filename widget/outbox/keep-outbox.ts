import type { Store } from 'jotai/vanilla'
import { wait } from '../api/clock.ts'
import { threadKeysAtom } from '../conversation/atoms/thread-keys.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { createBackoff, NO_WAKE } from '../api/backoff.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import { depsOf } from '../world/chat-deps.ts'
import { subscribeToTabs } from '../world/subscribe-to-tabs.ts'
import { ownerAtom, type Owner } from '../world/owner.ts'
import { threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import {
  createDelivery,
  isHomeless,
  isShownThread,
  type DeliverySettings,
} from './deliver-message.ts'
import { repeatTime } from './ended-limits.ts'
import { createDesk } from './outbox-desk.ts'
import { createOutboxItems } from './outbox-items.ts'
import { closeDeskAtom, openDeskAtom } from '../conversation/atoms/queued.ts'
import { createRenewals } from './renew-files.ts'

export interface OutboxKeeper {
  /** Reads what another tab sent or added. */
  reread(): void
  stop(): void
}

/** Stores each sent message until the server has it, for its author. */
export function keepOutbox(store: Store): OutboxKeeper {
  let open: { readonly owner: Owner; reread(): void; close(): void } | null = null

  function follow() {
    const owner = store.get(ownerAtom)
    if (owner === (open?.owner ?? null)) return
    open?.close()
    open = owner && openOutbox(store, owner)
  }

  const stops = [
    store.sub(ownerAtom, follow),
    subscribeToTabs(store, ({ type }) => {
      if (type === 'outbox' || type === 'missed') open?.reread()
    }),
  ]
  follow()
  return {
    reread: () => open?.reread(),
    stop() {
      for (const stop of stops) stop()
      open?.close()
      open = null
    },
  }
}

function openOutbox(store: Store, owner: Owner) {
  const { clock, connection } = depsOf(store.get)
  const items = createOutboxItems(store, owner, clock.now)
  const renewals = createRenewals()
  const drain = createDrain({ store, owner, items, renewals, onTaken: noteTaken })

  function noteTaken(item: OutboxMessage) {
    items.settle(item.id)
    owner.tabs.post({ type: 'outbox' })
    owner.tabs.post({ type: 'messages', thread: nameOf(item.thread) })
    const threads = store.get(threadsAtom)
    // A thread that began in a closed tab is missing from the list of this one.
    if (threads?.status === 'ready' && !threads.find(item.thread)) threads.reload().catch(() => {})
  }

  /** The server's name of a thread, if it has one. */
  function nameOf(thread: string): string {
    for (const [name, key] of store.get(threadKeysAtom)) if (key === thread) return name
    return thread
  }

  function rename() {
    for (const item of items.all) {
      const thread = nameOf(item.thread)
      if (thread !== item.thread) items.put({ ...item, thread })
    }
    drain.kick()
  }

  async function reread() {
    await items.reread()
    if (!owner.ending.aborted) rename()
  }

  const desk = createDesk({ store, owner, items, renewals, noteTaken, nameOf, kick: drain.kick })
  store.set(openDeskAtom, desk)
  const stops = [
    connection.subscribe(() => drain.kick()),
    store.sub(threadKeysAtom, rename),
    store.sub(isRunningAtom, () => drain.kick()),
    store.sub(threadsAtom, () => drain.kick()),
  ]
  void reread()
  // Loads the code for files early: when a person attaches one, the connection may be gone.
  owner.identity.cloud.files?.().catch(() => {})
  return {
    owner,
    reread: () => void reread(),
    close() {
      for (const stop of stops) stop()
      drain.stop()
      store.set(closeDeskAtom, desk)
      items.close()
    },
  }
}

/** Delay of other tabs: the tab that shows the thread goes first, since the answer is visible there. */
export const OUTBOX_YIELD_MS = 2_000

interface Drain {
  /** Sends all messages that can be sent. `tried`: a thread where sending failed a moment ago. */
  kick(tried?: string): void
  /** Waits for the end of no further limit. */
  stop(): void
}

/**
 * Sends waiting messages, in each thread one after the other and in one tab only: the sending tab holds the
 * thread's lock until no message waits there, or until a person has to decide.
 */
function createDrain(settings: DeliverySettings): Drain {
  const { store, owner, items } = settings
  const { clock, random, wake = NO_WAKE } = depsOf(store.get)
  const { ending } = owner
  const { deliver, findConversation } = createDelivery(settings)
  const draining = new Set<string>()
  let stopTimer = () => {}

  function kick(tried?: string) {
    for (const thread of threads()) {
      const head = headOf(thread)
      const isSendable = head?.state.type === 'waiting' || isDue(head)
      if (draining.has(thread) || (!isSendable && !isHomeless(store.get, thread))) continue
      draining.add(thread)
      void drain(thread, thread === tried).then(() => {
        draining.delete(thread)
        setTimer()
      })
    }
    setTimer()
  }

  const threads = () => new Set(items.all.map((item) => item.thread))
  const headOf = (thread: string) => items.all.find((item) => item.thread === thread)

  const endOf = (item: OutboxMessage | undefined): number =>
    (item && repeatTime(item.state)) ?? Infinity
  const isDue = (item: OutboxMessage | undefined): boolean => endOf(item) <= clock.now()

  /** Kicks at the end of the first limit to end; an end that has passed and changed nothing is looked at later. */
  function setTimer() {
    stopTimer()
    const idle = [...threads()].filter((thread) => !draining.has(thread))
    const endsAt = Math.min(...idle.map((thread) => endOf(headOf(thread))))
    if (endsAt === Infinity || ending.aborted) return
    const delayMs = endsAt - clock.now()
    stopTimer = clock.after(delayMs > 0 ? delayMs : OUTBOX_YIELD_MS, () => kick())
  }

  /** Its limit has ended: it waits again, for this one try. */
  function repeat(item: OutboxMessage): OutboxMessage {
    const waiting = { ...item, state: { type: 'waiting', isRepeat: true } } as const
    items.put(waiting)
    owner.tabs.post({ type: 'outbox' })
    return waiting
  }

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
        const head = headOf(thread)
        if (!head || ending.aborted) return
        const next = isDue(head) ? repeat(head) : head
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

  return { kick, stop: () => stopTimer() }
}
