import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import { shownKeyAtom, UNPLACED } from '../conversation/atoms/thread-keys.ts'
import { currentDraftAtom } from '../composer/atoms/drafts.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { packFilesAtom, takeKeptAtom } from '../composer/atoms/tray-actions.ts'
import { shownConversationAtom } from '../conversation/atoms/conversations.ts'
import { isConnectionFailure } from '../api/backoff.ts'
import { isEmpty, type OutgoingMessage } from '../conversation/outgoing-message.ts'
import { isUploaded, toAttachment, type KeptFile } from '../device/kept-files.ts'
import { hasRoom, withFittingCopies, type OutboxMessage } from '../device/outbox-store.ts'
import { depsOf } from '../world/chat-deps.ts'
import type { Owner } from '../world/owner.ts'
import { refusedState } from './ended-limits.ts'
import type { OutboxItems } from './outbox-items.ts'
import { queuedIdOf, type OutboxDesk } from '../conversation/atoms/queued.ts'
import type { Renewals } from './renew-files.ts'

export interface DeskSettings {
  readonly store: Store
  readonly owner: Owner
  readonly items: OutboxItems
  readonly renewals: Renewals
  /** The server has a message. */
  readonly noteTaken: (message: OutboxMessage) => void
  /** The server's name of a thread, if it has one. */
  readonly nameOf: (thread: string) => string
  /** A message waits that did not before. */
  readonly kick: (tried?: string) => void
}

/** Takes in messages: they are stored before they are sent. */
export const createDesk = (settings: DeskSettings): OutboxDesk => ({
  ...createEntry(settings),
  ...createDecisions(settings),
})

function createEntry(settings: DeskSettings): Pick<OutboxDesk, 'send' | 'sendUnpacked'> {
  const { store, owner, items, renewals, noteTaken, nameOf, kick } = settings
  const { clock, connection } = depsOf(store.get)

  const createItem = (message: OutgoingMessage, files: readonly KeptFile[]): OutboxMessage =>
    createOutboxMessage(message, withFittingCopies(items.all, files), {
      thread: nameOf(store.get(shownKeyAtom)),
      now: clock.now(),
      ahead: items.all,
    })

  const mustWait = ({ thread }: OutboxMessage): boolean =>
    !connection.isOnline() || items.all.some((item) => item.thread === thread)

  function queue(item: OutboxMessage): boolean {
    if (!hasRoom(items.all, item)) return false
    items.put(item)
    owner.tabs.post({ type: 'outbox' })
    kick()
    return true
  }

  /** Sends at once in the shown thread; other tabs leave the message alone meanwhile. */
  function sendNow(item: OutboxMessage): boolean {
    // No limit: the turn ends by its own table, and its receipt is given then; see `scripts/states`.
    const { promise, resolve } = Promise.withResolvers<void>()
    items.setShown(item.id, true)
    const isSent = store.get(shownConversationAtom)?.send(toOutgoing(item), {
      taken() {
        noteTaken(item)
        resolve()
      },
      refused(error) {
        refuse(item, error)
        resolve()
      },
      returned() {
        items.settle(item.id)
        resolve()
      },
    })
    if (!isSent) {
      items.setShown(item.id, false)
      return false
    }
    items.put(item)
    owner.tabs.leader(`outbox:${item.thread}`, owner.ending, () => promise).catch(() => {})
    return true
  }

  function refuse(item: OutboxMessage, error: unknown) {
    const known = items.find(item.id)
    if (!known || owner.ending.aborted) return
    items.setShown(item.id, false)
    noteRefusal({ store, items, renewals }, known, error)
    owner.tabs.post({ type: 'outbox' })
    kick(item.thread)
  }

  return {
    send(message, files = message.attachments ?? []) {
      if (isEmpty(message) || store.get(shownKeyAtom) === UNPLACED) return false
      const item = createItem(message, files)
      return mustWait(item) ? queue(item) : sendNow(item)
    },
    async sendUnpacked(message, ids) {
      const key = store.get(shownKeyAtom)
      const { files, empty } = await store.set(packFilesAtom, ids)
      if (owner.ending.aborted || store.get(shownKeyAtom) !== key) return false
      if (!queue(createItem(message, files))) return false
      empty()
      return true
    },
  }
}

/** A person's decisions about a waiting message, by its id on the screen. */
function createDecisions({
  store,
  owner,
  items,
  renewals,
  kick,
}: DeskSettings): Pick<OutboxDesk, 'retry' | 'edit' | 'remove'> {
  const find = (queuedId: string) => items.all.find(({ id }) => queuedIdOf(id) === queuedId)

  function settle({ id }: OutboxMessage) {
    items.settle(id)
    owner.tabs.post({ type: 'outbox' })
    // Messages behind it may be sent now.
    kick()
  }

  async function takeBackFiles(files: readonly KeptFile[]) {
    try {
      await store.set(takeKeptAtom, files)
    } catch (error) {
      depsOf(store.get).report('Files of the message could not be restored:', error)
    }
  }

  return {
    retry(queuedId) {
      const item = find(queuedId)
      if (!item) return
      renewals.allow(item.id)
      items.put({ ...item, state: { type: 'waiting' } })
      owner.tabs.post({ type: 'outbox' })
      kick()
    },
    edit(queuedId) {
      const item = find(queuedId)
      if (!item) return
      settle(item)
      const before = store.get(currentDraftAtom)
      // The composer's current text is not lost either.
      store.set(
        currentDraftAtom,
        [item.text, before].filter((text) => text.trim() !== '').join('\n\n'),
      )
      if (item.files.length > 0) void takeBackFiles(item.files)
      store.set(requestFocusAtom)
    },
    remove(queuedId) {
      const item = find(queuedId)
      if (!item) return
      settle(item)
      store.set(requestFocusAtom)
    },
  }
}

/** A waiting message, ordered behind all others even if the clock was changed. */
function createOutboxMessage(
  { id = createMessageId(), text, role = 'user', runConfig, marks }: OutgoingMessage,
  files: readonly KeptFile[],
  place: {
    readonly thread: string
    readonly now: number
    readonly ahead: readonly OutboxMessage[]
  },
): OutboxMessage {
  const { thread, now, ahead } = place
  return {
    id,
    thread,
    order: Math.max(now, ...ahead.map(({ order }) => order + 1)),
    createdAt: new Date(now).toISOString(),
    text,
    files,
    role,
    ...(runConfig ? { runConfig } : {}),
    ...(marks ? { marks } : {}),
    state: { type: 'waiting' },
  }
}

/** A waiting message in the form that a thread takes. Files that are not uploaded are left out. */
export function toOutgoing(message: OutboxMessage): OutgoingMessage {
  const { id, createdAt, text, files, role, runConfig, marks } = message
  const attachments = files.filter(isUploaded).map(toAttachment)
  return {
    id,
    createdAt,
    text,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(role === 'user' ? {} : { role }),
    ...(runConfig ? { runConfig } : {}),
    ...(marks ? { marks } : {}),
  }
}

/** An answer runs in the thread, or its session was closed: neither refuses the message. */
const NO_REFUSALS: readonly string[] = ['run_active', 'destroyed']

/** Records why a message was not taken. Returns true if it is sent again without the person. */
export function noteRefusal(
  { store, items, renewals }: Pick<DeskSettings, 'store' | 'items' | 'renewals'>,
  message: OutboxMessage,
  error: unknown,
): boolean {
  if (decideRefusal(error) === 'wait') return true
  const renewed = renewals.renew(message, error)
  const isWaiting = renewed?.isWaiting === true
  const { now } = depsOf(store.get).clock
  const state = isWaiting ? { type: 'waiting' as const } : refusedState(message.state, error, now())
  items.put({ ...(renewed?.message ?? message), state })
  return isWaiting
}

/** Decides about a message that was not taken: it waits and is sent again, or the person is asked. */
export const decideRefusal = (error: unknown): 'wait' | 'ask' =>
  isConnectionFailure(error) || (error instanceof AlcoveError && NO_REFUSALS.includes(error.code))
    ? 'wait'
    : 'ask'
