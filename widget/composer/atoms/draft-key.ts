import { atom, type Getter } from 'jotai/vanilla'
import { LOCAL_THREAD_PREFIX } from '../../../shared/ids.ts'

/** Words typed before it was known which thread is shown. */
export const UNPLACED = ''

/** What the draft of a new thread is called: it has another id after a reload, and in another tab. */
export const NEW_DRAFT = 'new'

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

const keyBaseAtom = atom(UNPLACED)
const namesBaseAtom = atom<ReadonlyMap<string, string>>(new Map())
const sendBaseAtom = atom<DraftSend | null>(null)

/** Whose draft is shown: a thread's first id, which it keeps here when the server gives it its own. */
export const draftKeyAtom = atom((get) => get(keyBaseAtom))
/** First ids by the server's, where they differ. */
export const draftNamesAtom = atom((get) => get(namesBaseAtom))
/** The send that is under way. */
export const draftSendAtom = atom((get) => get(sendBaseAtom))

/** Shows the draft of a thread, by the server's id or the first one. */
export const showDraftAtom = atom(null, (get, set, threadId: string) =>
  set(keyBaseAtom, get(namesBaseAtom).get(threadId) ?? threadId),
)

/** The server knows a thread under an id of its own. */
export const nameDraftAtom = atom(null, (get, set, id: string, firstId: string) =>
  set(namesBaseAtom, new Map(get(namesBaseAtom)).set(id, firstId)),
)

/** A send begins, or is of another thread by now. */
export const noteSendAtom = atom(null, (_get, set, send: DraftSend) => set(sendBaseAtom, send))

/** Takes back a send that waits; its words stand in the composer again, and its uploads go on. */
export const cancelSendAtom = atom(null, (_get, set) => set(sendBaseAtom, null))

/** Nothing that one person wrote is called by a name any more. */
export const forgetDraftNamesAtom = atom(null, (_get, set) => {
  set(keyBaseAtom, UNPLACED)
  set(namesBaseAtom, new Map())
  set(sendBaseAtom, null)
})

const isLocal = (key: string): boolean => key.startsWith(LOCAL_THREAD_PREFIX)

/** What a draft is called outside of this page. */
export function nameOf(get: Getter, key: string): string {
  for (const [name, known] of get(draftNamesAtom)) if (known === key) return name
  return isLocal(key) ? NEW_DRAFT : key
}

/** The draft that is called so; `null`: the new thread's, while none is shown. */
export function keyOf(get: Getter, name: string): string | null {
  if (name !== NEW_DRAFT) return get(draftNamesAtom).get(name) ?? name
  const shown = get(draftKeyAtom)
  return isLocal(shown) && nameOf(get, shown) === NEW_DRAFT ? shown : null
}
