import type { Getter, Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { shownKeyAtom, threadKeysAtom } from '../conversation/atoms/thread-keys.ts'
import { isDraftEmptyAtom } from '../composer/atoms/drafts.ts'
import { pathOf } from '../conversation/atoms/conversation-view.ts'
import {
  conversationOf,
  historyStateAtom,
  shownPathAtom,
  threadIdAtom,
  threadRunsAtom,
  type OpenConversation,
} from '../conversation/atoms/conversations.ts'
import { openHiddenAtom } from '../conversation/atoms/open-conversation.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import { depsOf } from '../world/chat-deps.ts'
import type { Owner } from '../world/owner.ts'
import { until } from '../world/until.ts'
import { threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import type { OutboxItems } from './outbox-items.ts'
import { decideRefusal, noteRefusal, toOutgoing } from './outbox-desk.ts'
import type { Renewals } from './renew-files.ts'
import { createUploads } from './upload-files.ts'

export interface DeliverySettings {
  readonly store: Store
  readonly owner: Owner
  readonly items: OutboxItems
  readonly renewals: Renewals
  /** The server has a message. */
  readonly onTaken: (message: OutboxMessage) => void
}

/** `moved`: its thread is now another one. `later`: not refused, but cannot be sent now. */
export type Delivered = 'taken' | 'failed' | 'later' | 'moved'

/** Delivers one message to its thread, as soon as the thread can take it. */
export interface Delivery {
  deliver(item: OutboxMessage): Promise<Delivered>
  /** @throws AlcoveError when the server cannot be asked, or the signal's reason. */
  findConversation(item: OutboxMessage): Promise<OpenConversation | 'moved'>
}

export function createDelivery(settings: DeliverySettings): Delivery {
  const { store, owner, items, onTaken } = settings
  const { connection } = depsOf(store.get)
  const { ending } = owner
  const threads = createThreadFacts(store, ending)
  const uploads = createUploads(store, items, owner)

  async function deliver(item: OutboxMessage): Promise<Delivered> {
    if (!connection.isOnline() || items.isShown(item.id)) return 'later'
    try {
      const open = await findConversation(item)
      if (open === 'moved') return open
      await threads.untilLoaded(item.thread)
      // Its page closed before the server's answer: the running answer may be the one to this message.
      if (open.conversation.has(item.id)) {
        onTaken(item)
        return 'taken'
      }
      await threads.untilFree(item.thread)
      if (isWaitingForPerson(store.get, open)) return 'later'
      return await send(open, await uploads.upload(item))
    } catch (error) {
      ending.throwIfAborted()
      return refuse(item, error)
    }
  }

  async function findConversation({ thread }: OutboxMessage): Promise<OpenConversation | 'moved'> {
    const known = conversationOf(store.get, slotIdOf(store.get, thread))
    if (known) return known
    const home = await findHome(store, owner, thread)
    if (home.type === 'open') return home.open
    for (const item of items.all) {
      if (item.thread === thread) items.put({ ...item, thread: home.thread })
    }
    return 'moved'
  }

  async function send(open: OpenConversation, item: OutboxMessage): Promise<Delivered> {
    // It may have been removed, or taken back for an edit.
    if (!items.find(item.id)) return 'taken'
    // No limit: the turn ends by its own table, and its receipt is given then; see `scripts/states`.
    const { promise, resolve } = Promise.withResolvers<Delivered>()
    const isSent = () =>
      open.conversation.send(toOutgoing(item), {
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
      await open.conversation.load()
      if (!isSent()) {
        items.setShown(item.id, false)
        return 'later'
      }
    }
    return promise
  }

  function refuse(item: OutboxMessage, error: unknown): Delivered {
    const known = items.find(item.id)
    const isWaiting = known ? noteRefusal(settings, known, error) : decideRefusal(error) === 'wait'
    return isWaiting ? 'later' : 'failed'
  }

  return { deliver, findConversation }
}

/** Waits until a thread can take a message. */
function createThreadFacts(store: Store, ending: AbortSignal) {
  const isLoaded = (thread: string): boolean =>
    !isShownThread(store.get, thread) || store.get(historyStateAtom) !== 'loading'
  /** Waits until the messages of a thread are loaded, if it is shown. */
  const untilLoaded = (thread: string): Promise<void> =>
    until(store, [historyStateAtom, shownKeyAtom], () => isLoaded(thread), ending)

  /** The same, and until no answer runs there. */
  function untilFree(thread: string): Promise<void> {
    const isFree = () =>
      isLoaded(thread) && store.get(threadRunsAtom).get(slotIdOf(store.get, thread)) !== true
    return until(store, [threadRunsAtom, historyStateAtom, shownKeyAtom], isFree, ending)
  }

  return { untilLoaded, untilFree }
}

/** A thread's slot in this page, by the server's id or the first one. */
const slotIdOf = (get: Getter, thread: string): string => get(threadKeysAtom).get(thread) ?? thread

export const isShownThread = (get: Getter, thread: string): boolean =>
  get(shownKeyAtom) === slotIdOf(get, thread)

/**
 * True for a thread that was never created and whose page is gone: a refused message of it would be shown nowhere.
 */
export const isHomeless = (get: Getter, thread: string): boolean =>
  get(threadsAtom) !== null &&
  thread.startsWith(LOCAL_THREAD_PREFIX) &&
  !isShownThread(get, thread) &&
  !conversationOf(get, slotIdOf(get, thread))

/** A message would cancel the question that the answer asks. */
function isWaitingForPerson(get: Getter, { viewAtom }: OpenConversation): boolean {
  const last = pathOf(get, get(viewAtom)).at(-1)
  if (last?.status?.type !== 'requires-action') return false
  // A call with truncated arguments asks nothing.
  return last.content.some((part) => part.type === 'tool-call' && part.state !== 'input-streaming')
}

/** Destination of messages whose thread is not open in this tab. */
type OutboxHome =
  | { readonly type: 'open'; readonly open: OpenConversation }
  /** Their thread was never shown elsewhere, so they go to the new one that is shown. */
  | { readonly type: 'thread'; readonly thread: string }

/**
 * Finds the thread of waiting messages: one of the server, or one that began in a tab which is gone now.
 *
 * @throws AlcoveError when the server cannot be asked, or the signal's reason.
 */
async function findHome(store: Store, owner: Owner, thread: string): Promise<OutboxHome> {
  const isBegunHere = thread.startsWith(LOCAL_THREAD_PREFIX)
  // A visitor without an id on the server has no threads there.
  const isKnown = isBegunHere ? await isOfServer(owner, thread) : owner.identity.cloud.hasIdentity()
  if (!isKnown && isShownUnused(store)) return { type: 'thread', thread: store.get(shownKeyAtom) }
  const open = await store.set(openHiddenAtom, {
    id: thread,
    remoteId: isKnown ? thread : undefined,
  })
  if (open) return { type: 'open', open }
  throw new AlcoveError('destroyed', 'Somebody else is chatting now.')
}

/** Its first message may have arrived before the tab closed. The server knows the thread by both names. */
async function isOfServer(
  { identity: { cloud }, ending }: Owner,
  thread: string,
): Promise<boolean> {
  if (!cloud.hasIdentity()) return false
  try {
    await cloud.messages(thread, null, ending)
    return true
  } catch (error) {
    const { code } = error instanceof AlcoveError ? error : { code: null }
    if (code === 'not_found' || code === 'token_missing') return false
    throw error
  }
}

function isShownUnused({ get }: Store): boolean {
  const isNew = get(shownKeyAtom).startsWith(LOCAL_THREAD_PREFIX) && get(threadIdAtom) === null
  return isNew && get(shownPathAtom).length === 0 && get(isDraftEmptyAtom)
}
