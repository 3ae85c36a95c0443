import type { Store } from 'jotai/vanilla'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { readTokenSubject } from '../cloud/token-subject.ts'
import { depsOf } from './chat-deps.ts'
import { draftKeyAtom, draftNamesAtom, UNPLACED } from './draft-key.ts'
import { draftsAtom, mergeDraftsAtom } from './drafts.ts'
import { identityAtom, type Identity } from './identity.ts'
import { createDraftRecord } from './kept-drafts.ts'

/** After the last key, so that typing does not wait for storage. */
export const DRAFT_WRITE_DELAY_MS = 300
/** A thread that the server does not know has another id after a reload. */
const NEW = 'new'

export interface DraftKeeper {
  /** Writes what waits for the typing to rest: the page is about to go. */
  write(): void
  /** Writes, and follows the drafts no more. */
  stop(): void
}

/** Keeps what is typed over a reload of the frame, for the person who typed it and nobody else. */
export function keepDrafts(store: Store): DraftKeeper {
  const { base, clock, openTabStorage } = depsOf(store.get)
  if (!openTabStorage) return { write() {}, stop() {} }
  const record = createDraftRecord(base, openTabStorage)
  /** Whose drafts these are; `null` until it is known, and where it never is. */
  let owner: string | null = null
  let placedFor: Identity | null = null
  let before = store.get(draftsAtom)
  let cancelWrite = () => {}

  function place() {
    const identity = store.get(identityAtom)
    if (identity === placedFor) return
    // What somebody else typed is not for the next one.
    if (placedFor !== null) record.remove()
    owner = null
    if (!identity || store.get(draftKeyAtom) === UNPLACED) return
    placedFor = identity
    void findOwner(identity).then((found) => {
      if (found === null || placedFor !== identity) return
      owner = found
      restore(found)
      write()
    })
  }

  function restore(person: string) {
    const kept = record.read()
    if (kept?.owner !== person) return
    const key = store.get(draftKeyAtom)
    const drafts = new Map(kept.drafts)
    const unsent = drafts.get(NEW)
    drafts.delete(NEW)
    if (unsent !== undefined && key.startsWith(LOCAL_THREAD_PREFIX)) drafts.set(key, unsent)
    store.set(mergeDraftsAtom, drafts)
  }

  function write() {
    cancelWrite()
    if (owner === null) return
    const names = new Map([...store.get(draftNamesAtom)].map(([name, key]) => [key, name]))
    const drafts = [...store.get(draftsAtom)].map(([key, text]) => {
      const name = names.get(key) ?? key
      return [name.startsWith(LOCAL_THREAD_PREFIX) ? NEW : name, text] as const
    })
    record.write({ owner, drafts: new Map(drafts) })
  }

  function noteChange() {
    const drafts = store.get(draftsAtom)
    const isGone = [...before.keys()].some((key) => !drafts.has(key))
    before = drafts
    cancelWrite()
    // What was sent must not come back, whatever happens next.
    if (isGone) write()
    else cancelWrite = clock.after(DRAFT_WRITE_DELAY_MS, write)
  }

  const stops = [
    store.sub(identityAtom, place),
    store.sub(draftKeyAtom, place),
    store.sub(draftsAtom, noteChange),
  ]
  place()
  return {
    write,
    stop() {
      write()
      for (const stop of stops) stop()
    },
  }
}

async function findOwner({ mode, auth }: Identity): Promise<string | null> {
  if (mode === 'anonymous') return mode
  try {
    // The thread is there, so the token is: nobody is asked for one.
    const token = await auth?.token({ mayMint: false })
    const subject = token ? readTokenSubject(token) : null
    return subject === null ? null : `${mode}:${subject}`
  } catch {
    return null
  }
}
