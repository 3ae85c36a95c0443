import { atom } from 'jotai/vanilla'
import type { SerializedError } from '../../../shared/errors.ts'
import { shownKeyAtom, threadKeysAtom } from './thread-keys.ts'
import type { OutgoingMessage } from '../outgoing-message.ts'
import type { KeptUpload } from '../../device/kept-files.ts'

// State of queued messages on the screen. The code that stores and sends them is loaded after the first paint.

/** A message that was written and not yet taken by its thread. */
export interface QueuedMessage {
  /** Its id while it is queued: see {@link queuedIdOf}. */
  readonly id: string
  /** Id of its thread: the server's, or the local one. */
  readonly thread: string
  /** Reason why a person has to decide; `null`: it is sent without further action. */
  readonly error: SerializedError | null
  /** End of the limit that refused it, in ms since 1970. */
  readonly endsAt?: number
  /** True if the person has to choose a file again, because neither the server nor this device has it. */
  readonly hasLostFile?: boolean
}

/**
 * Returns the id of a message on the screen while it is queued. The thread that takes it draws it under its own
 * id, and may remove this one at the same moment.
 */
export const queuedIdOf = (messageId: string): string => `queued-${messageId}`

/** Sends messages, and handles those that could not be sent. */
export interface OutboxDesk {
  /**
   * Sends a message of the shown thread, or queues it. Returns false if neither is possible.
   *
   * @param files its attachments, as stored while it is queued. Default: as the message names them.
   */
  send(message: OutgoingMessage, files?: readonly KeptUpload[]): boolean
  /** As `send`, with files of the draft that are not uploaded yet, by their ids in the tray. */
  sendUnpacked(message: OutgoingMessage, ids: readonly string[]): Promise<boolean>
  /** Sends a failed message again. Ids are those on the screen. */
  retry(id: string): void
  /** Moves a message back into the composer. */
  edit(id: string): void
  remove(id: string): void
}

const deskBaseAtom = atom<OutboxDesk | null>(null)
const queuedBaseAtom = atom<readonly QueuedMessage[]>([])

/** `null` before it is loaded. Until then, messages are sent at once and never queued. */
export const outboxDeskAtom = atom((get) => get(deskBaseAtom))
export const openDeskAtom = atom(null, (_get, set, desk: OutboxDesk) => set(deskBaseAtom, desk))
/** Closes a desk, unless another one has been opened. */
export const closeDeskAtom = atom(null, (get, set, desk: OutboxDesk) => {
  if (get(deskBaseAtom) === desk) set(deskBaseAtom, null)
})
/** All queued messages, in order. */
export const queuedFactAtom = atom((get) => get(queuedBaseAtom))
export const noteQueuedAtom = atom(null, (_get, set, queued: readonly QueuedMessage[]) =>
  set(queuedBaseAtom, queued),
)

const NONE: readonly QueuedMessage[] = []

/** Queued messages of the shown thread, placed at its end. */
export const shownQueueAtom = atom((get) => {
  const all = get(queuedFactAtom)
  if (all.length === 0) return NONE
  const key = get(shownKeyAtom)
  const names = get(threadKeysAtom)
  return all.filter(({ thread }) => thread === key || names.get(thread) === key)
})

/** State of a queued message; `null`: not queued. */
export const queuedAtom = (id: string) =>
  atom((get) => get(shownQueueAtom).find((queued) => queued.id === id) ?? null)
