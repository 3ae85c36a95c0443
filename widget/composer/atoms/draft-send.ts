import { atom } from 'jotai/vanilla'

/** A send that is under way, or that waits for its thread or for uploads: one draft as it was. */
export interface DraftSend {
  /** `null`: before any thread is shown. The words go along with the first one. */
  readonly conversation: unknown
  readonly key: string
  readonly text: string
  /**
   * The words have left the field: what is typed there now is the next message. They stay in front of
   * it in the draft until they are sent, so that whatever happens before brings them back.
   */
  readonly isTaken: boolean
  /** Its files in the tray. What is added later is the next message's, as the words are. */
  readonly files: readonly string[]
}

const sendBaseAtom = atom<DraftSend | null>(null)

/** The send that is under way. */
export const draftSendAtom = atom((get) => get(sendBaseAtom))

/** Notes that a send begins, or belongs to another thread now. */
export const noteSendAtom = atom(null, (_get, set, send: DraftSend) => set(sendBaseAtom, send))

/** Takes back a send that waits; its words stand in the composer again, and its uploads go on. */
export const cancelSendAtom = atom(null, (_get, set) => set(sendBaseAtom, null))
