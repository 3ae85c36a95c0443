import { atom } from 'jotai/vanilla'
import type { SerializedError } from '../../../shared/errors.ts'
import { shownKeyAtom, threadKeysAtom } from './thread-keys.ts'
import type { OutgoingMessage } from '../outgoing-message.ts'
import type { KeptUpload } from '../../device/kept-files.ts'

// What the screen knows of messages that wait. What keeps and sends them is loaded after the first paint.

/** A message that was written and that no thread has taken yet. */
export interface QueuedMessage {
  /** Its own as long as it waits: see {@link queuedIdOf}. */
  readonly id: string
  /** The server's id of its thread, or the first one. */
  readonly thread: string
  /** Why somebody has to decide; `null`: it goes out by itself. */
  readonly error: SerializedError | null
  /** The person has to choose a file again: neither the server nor this device has it. */
  readonly hasLostFile?: boolean
}

/**
 * What a message is called on the screen while it waits. A thread that takes it draws it under its own
 * id, and may take it off the screen at the same moment.
 */
export const queuedIdOf = (messageId: string): string => `queued-${messageId}`

/** Takes messages that are sent, and those that could not be. */
export interface OutboxDesk {
  /**
   * Sends a message of the shown thread, or lets it wait. False: neither can be done.
   *
   * @param files its attachments, as they are kept while it waits. Default: as the message names them.
   */
  send(message: OutgoingMessage, files?: readonly KeptUpload[]): boolean
  /** The same with files of the draft that are not uploaded yet, by their ids in the tray. */
  sendUnpacked(message: OutgoingMessage, ids: readonly string[]): Promise<boolean>
  /** Sends one that failed. Each is called as on the screen. */
  retry(id: string): void
  /** Puts one back into the composer. */
  edit(id: string): void
  remove(id: string): void
}

const deskBaseAtom = atom<OutboxDesk | null>(null)
const queuedBaseAtom = atom<readonly QueuedMessage[]>([])

/** `null` until it is loaded: then messages are sent, and wait nowhere. */
export const outboxDeskAtom = atom((get) => get(deskBaseAtom))
export const openDeskAtom = atom(null, (_get, set, desk: OutboxDesk) => set(deskBaseAtom, desk))
/** Closes a desk, unless another one is open by now. */
export const closeDeskAtom = atom(null, (get, set, desk: OutboxDesk) => {
  if (get(deskBaseAtom) === desk) set(deskBaseAtom, null)
})
/** All that wait, first to last. */
export const queuedFactAtom = atom((get) => get(queuedBaseAtom))
export const noteQueuedAtom = atom(null, (_get, set, queued: readonly QueuedMessage[]) =>
  set(queuedBaseAtom, queued),
)

const NONE: readonly QueuedMessage[] = []

/** Those of the shown thread. They stand at its end. */
export const shownQueueAtom = atom((get) => {
  const all = get(queuedFactAtom)
  if (all.length === 0) return NONE
  const key = get(shownKeyAtom)
  const names = get(threadKeysAtom)
  return all.filter(({ thread }) => thread === key || names.get(thread) === key)
})

/** How a message waits; `null`: it does not. */
export const queuedAtom = (id: string) =>
  atom((get) => get(shownQueueAtom).find((queued) => queued.id === id) ?? null)
