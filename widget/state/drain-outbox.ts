import type { Getter, Store } from 'jotai/vanilla'
import { AlcoveError, serializeError } from '../../shared/errors.ts'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { wait } from '../api/clock.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import { createBackoff, NO_WAKE } from '../engine/backoff.ts'
import { depsOf } from './chat-deps.ts'
import { pathOf } from './conversation-view.ts'
import {
  conversationOf,
  historyStateAtom,
  threadRunsAtom,
  type OpenConversation,
} from './conversations.ts'
import { decideRefusal } from './decide-refusal.ts'
import { draftKeyAtom, draftNamesAtom } from './draft-key.ts'
import { uploadKeptAtom } from './open-trays.ts'
import { findHome } from './outbox-home.ts'
import type { OutboxItems } from './outbox-items.ts'
import type { Owner } from './owner.ts'
import { threadsAtom } from './thread-list-facts.ts'
import { toOutgoing } from './to-outgoing.ts'
import { until } from './until.ts'

/** The tab that shows the thread goes first: there the answer can be seen to come. */
export const OUTBOX_YIELD_MS = 2_000
/** How often files are uploaded anew before the person is asked. */
export const OUTBOX_UPLOAD_TRIES = 3

export interface DrainSettings {
  readonly store: Store
  readonly owner: Owner
  readonly items: OutboxItems
  /** The server has a message. */
  readonly onTaken: (message: OutboxMessage) => void
}

export interface Drain {
  /** Sends what can be sent. `tried`: a thread where that failed a moment ago. */
  kick(tried?: string): void
}

/** `moved`: its thread is another one now. */
type Delivery = 'taken' | 'failed' | 'later' | 'moved'

/**
 * Sends what waits, in each thread one message after the other and in one tab only: whoever sends
 * holds the thread's lock until nothing waits there, or until somebody has to decide.
 */
export function createDrain(settings: DrainSettings): Drain {
  const { store, owner, items, onTaken } = settings
  const { clock, random, wake = NO_WAKE, connection } = depsOf(store.get)
  const { ending } = owner
  const draining = new Set<string>()
  const uploads = new Map<string, number>()

  function kick(tried?: string) {
    for (const thread of new Set(items.all.map((item) => item.thread))) {
      const isWaiting = headOf(thread)?.state.type === 'waiting'
      if (draining.has(thread) || (!isWaiting && !isHomeless(thread))) continue
      draining.add(thread)
      void drain(thread, thread === tried).then(() => {
        draining.delete(thread)
      })
    }
  }

  const headOf = (thread: string) => items.all.find((item) => item.thread === thread)
  const slotIdOf = (thread: string) => store.get(draftNamesAtom).get(thread) ?? thread
  const isShown = (thread: string) => store.get(draftKeyAtom) === slotIdOf(thread)

  /** Nobody made the thread, and its page is gone: what was refused there would stand nowhere. */
  const isHomeless = (thread: string) =>
    store.get(threadsAtom) !== null &&
    thread.startsWith(LOCAL_THREAD_PREFIX) &&
    !isShown(thread) &&
    !conversationOf(store.get, slotIdOf(thread))

  async function drain(thread: string, isTried: boolean): Promise<void> {
    try {
      if (!isShown(thread)) await wait(clock, OUTBOX_YIELD_MS, ending)
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
          if (isHomeless(thread) && (await findConversation(next)) !== 'moved')
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

  async function deliver(item: OutboxMessage): Promise<Delivery> {
    if (!connection.isOnline() || items.isShown(item.id)) return 'later'
    try {
      const open = await findConversation(item)
      if (open === 'moved') return open
      await untilLoaded(item.thread)
      // Its page was gone before the server's answer: what runs there may be its own answer.
      if (open.has(item.id)) {
        onTaken(item)
        return 'taken'
      }
      await untilFree(item.thread)
      if (isWaitingForPerson(store.get, open)) return 'later'
      return await send(open, await upload(item))
    } catch (error) {
      ending.throwIfAborted()
      return refuse(item, error)
    }
  }

  async function findConversation({ thread }: OutboxMessage): Promise<OpenConversation | 'moved'> {
    const known = conversationOf(store.get, slotIdOf(thread))
    if (known) return known
    const home = await findHome(store, owner, thread)
    if (home.type === 'open') return home.open
    for (const item of items.all) if (item.thread === thread) items.put({ ...item, ...home })
    return 'moved'
  }

  const isLoaded = (thread: string): boolean =>
    !isShown(thread) || store.get(historyStateAtom) !== 'loading'
  /** Until the messages of a thread are there, where it is shown. */
  const untilLoaded = (thread: string): Promise<void> =>
    until(store, [historyStateAtom, draftKeyAtom], () => isLoaded(thread), ending)

  /** The same, and no answer runs there. */
  function untilFree(thread: string): Promise<void> {
    const isFree = () =>
      isLoaded(thread) && store.get(threadRunsAtom).get(slotIdOf(thread)) !== true
    return until(store, [threadRunsAtom, historyStateAtom, draftKeyAtom], isFree, ending)
  }

  async function upload(item: OutboxMessage): Promise<OutboxMessage> {
    if (!item.files.some((file) => file instanceof File)) return item
    const tries = (uploads.get(item.id) ?? 0) + 1
    uploads.set(item.id, tries)
    try {
      const files = await store.set(uploadKeptAtom, item.files)
      const uploaded = { ...item, files }
      // Whatever happens next, they are not uploaded again.
      if (items.find(item.id)) items.put(uploaded)
      return uploaded
    } catch (error) {
      ending.throwIfAborted()
      if (tries < OUTBOX_UPLOAD_TRIES)
        throw new AlcoveError('offline', 'Not uploaded.', { cause: error })
      uploads.delete(item.id)
      throw error
    }
  }

  async function send(open: OpenConversation, item: OutboxMessage): Promise<Delivery> {
    // It may have been removed, or taken back to be changed.
    if (!items.find(item.id)) return 'taken'
    const { promise, resolve } = Promise.withResolvers<Delivery>()
    const isSent = () =>
      open.send(toOutgoing(item), {
        taken() {
          onTaken(item)
          resolve('taken')
        },
        refused(error) {
          items.setShown(item.id, false)
          resolve(refuse(item, error))
        },
        returned() {
          items.settle(item.id)
          resolve('taken')
        },
      })
    items.setShown(item.id, true)
    if (!isSent()) {
      await open.load()
      if (!isSent()) {
        items.setShown(item.id, false)
        return 'later'
      }
    }
    return promise
  }

  function refuse(item: OutboxMessage, error: unknown): Delivery {
    if (decideRefusal(error) === 'wait') return 'later'
    const known = items.find(item.id)
    if (known) items.put({ ...known, state: { type: 'failed', error: serializeError(error) } })
    return 'failed'
  }

  return { kick }
}

/** A message would take the question back that the answer asks. */
function isWaitingForPerson(get: Getter, { viewAtom }: OpenConversation): boolean {
  const last = pathOf(get, get(viewAtom)).at(-1)
  if (last?.status?.type !== 'requires-action') return false
  // A call whose arguments were cut asks nothing.
  return last.content.some((part) => part.type === 'tool-call' && part.state !== 'input-streaming')
}
