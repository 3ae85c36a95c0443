import { atom } from 'jotai/vanilla'
import type { RowOwner } from '../device/kept-rows.ts'
import type { TabEvent, Tabs } from '../device/tabs.ts'
import { depsOf } from './chat-deps.ts'
import { identityAtom, type Identity } from './identity.ts'

/** The current person as owner of rows on the device. */
export interface Owner extends RowOwner {
  readonly identity: Identity
  /** The person's other tabs. */
  readonly tabs: Tabs
}

const ownerBaseAtom = atom<Owner | null>(null)

/** `null` while the person is unknown, or nothing can be stored for them. */
export const ownerAtom = atom((get) => get(ownerBaseAtom))
export const setOwnerAtom = atom(null, (_get, set, owner: Owner | null) =>
  set(ownerBaseAtom, owner),
)

/** Maximum time that a message waits for the code that stores it. Afterwards it is sent without. */
export const OWNER_WAIT_MS = 2_000

/** Set by the code that stores rows on the device. */
// Limit: FORGET_WAIT_MS, of who waits for it.
const forgetterAtom = atom(() => Promise.withResolvers<() => Promise<unknown>>())
export const setForgetterAtom = atom(null, (get, _set, forget: () => Promise<unknown>) =>
  get(forgetterAtom).resolve(forget),
)

/**
 * Maximum time that a page which logs out waits for {@link forgetEverybodyAtom}. Then it navigates, which aborts
 * pending work.
 */
export const FORGET_WAIT_MS = 8_000

/** Removes the texts of all people from the device, known or not. Resolves when they are gone. */
export const forgetEverybodyAtom = atom(null, async (get) => {
  const late = Promise.withResolvers<void>()
  const cancel = depsOf(get).clock.after(FORGET_WAIT_MS, late.resolve)
  await Promise.race([get(forgetterAtom).promise.then((forget) => forget()), late.promise])
  cancel()
})

const soughtBaseAtom = atom<Identity | null>(null)
const waitersAtom = atom(() => new Set<() => void>())

/** True until the current person's rows on this device are known. */
export const isOwnerComingAtom = atom(
  (get) =>
    depsOf(get).device !== undefined &&
    get(ownerAtom) === null &&
    get(soughtBaseAtom) !== get(identityAtom),
)

/** Notes that the owner is known, or cannot be determined. */
export const noteSoughtAtom = atom(null, (get, set, identity: Identity) => {
  set(soughtBaseAtom, identity)
  const waiters = get(waitersAtom)
  for (const resolve of waiters) resolve()
  waiters.clear()
})

/** Waits for the owner. A message sent earlier would be on no device after a crash of the browser. */
export const awaitOwnerAtom = atom(null, async (get, set) => {
  if (!get(isOwnerComingAtom)) return
  const identity = get(identityAtom)
  const { promise, resolve } = Promise.withResolvers<void>()
  get(waitersAtom).add(resolve)
  const cancel = depsOf(get).clock.after(OWNER_WAIT_MS, () => {
    // Later messages do not wait again.
    if (identity && get(identityAtom) === identity) set(noteSoughtAtom, identity)
    resolve()
  })
  await promise
  cancel()
})

/** Sends an event to the person's other tabs. */
export const tellTabsAtom = atom(null, (get, _set, event: TabEvent) =>
  get(ownerAtom)?.tabs.post(event),
)
