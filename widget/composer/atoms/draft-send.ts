import { atom } from 'jotai/vanilla'

/** A send in progress, or one that waits for its thread or for uploads: one draft as it was. */
export interface DraftSend {
  /** `null` before any thread is shown: the text is sent with the first thread. */
  readonly conversation: unknown
  readonly key: string
  readonly text: string
  /**
   * True if the text has left the field, which then holds the next message. The draft keeps both texts until this one
   * is sent, so that a failure restores it.
   */
  readonly isTaken: boolean
  /** The ids of its files in the tray. Files added later belong to the next message. */
  readonly files: readonly string[]
}

const sendBaseAtom = atom<DraftSend | null>(null)

/** The current send. */
export const draftSendAtom = atom((get) => get(sendBaseAtom))

/** Records a send that begins, or that now belongs to another thread. */
export const noteSendAtom = atom(null, (_get, set, send: DraftSend) => set(sendBaseAtom, send))

/** Cancels a waiting send. Its text returns to the composer, and its uploads continue. */
export const cancelSendAtom = atom(null, (_get, set) => set(sendBaseAtom, null))
