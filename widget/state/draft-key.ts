import { atom } from 'jotai/vanilla'

/** Words typed before it was known which thread is shown. */
export const UNPLACED = ''

/** Whose draft is shown: a thread's first id, which it keeps here when the server gives it its own. */
export const draftKeyAtom = atom(UNPLACED)
/** First ids by the server's, where they differ. */
export const draftNamesAtom = atom<ReadonlyMap<string, string>>(new Map())

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

export const draftSendAtom = atom<DraftSend | null>(null)
