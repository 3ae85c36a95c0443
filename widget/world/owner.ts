import { atom } from 'jotai/vanilla'
import type { RowOwner } from '../device/kept-rows.ts'
import type { TabEvent, Tabs } from '../device/tabs.ts'
import { depsOf } from './chat-deps.ts'
import { identityAtom, type Identity } from './identity.ts'

/** Who chats, as far as the device is concerned. */
export interface Owner extends RowOwner {
  readonly identity: Identity
  /** The other tabs in which they chat. */
  readonly tabs: Tabs
}

const ownerBaseAtom = atom<Owner | null>(null)

/** `null` while it is not known who it is, or nothing can be kept for them. */
export const ownerAtom = atom((get) => get(ownerBaseAtom))
export const setOwnerAtom = atom(null, (_get, set, owner: Owner | null) =>
  set(ownerBaseAtom, owner),
)

/** So long a message waits for what would keep it; then it goes out as it is. */
export const OWNER_WAIT_MS = 2_000

/** Comes with what keeps things on the device. */
// Limit: FORGET_WAIT_MS, of who waits for it.
const forgetterAtom = atom(() => Promise.withResolvers<() => Promise<unknown>>())
export const setForgetterAtom = atom(null, (get, _set, forget: () => Promise<unknown>) =>
  get(forgetterAtom).resolve(forget),
)

/** So long a page that logs out waits for that: then it goes on, which ends what is under way. */
export const FORGET_WAIT_MS = 8_000

/** Takes everybody's words off the device, whether it is known who wrote them or not; settles once they are gone. */
export const forgetEverybodyAtom = atom(null, async (get) => {
  const late = Promise.withResolvers<void>()
  const cancel = depsOf(get).clock.after(FORGET_WAIT_MS, late.resolve)
  await Promise.race([get(forgetterAtom).promise.then((forget) => forget()), late.promise])
  cancel()
})

const soughtBaseAtom = atom<Identity | null>(null)
const waitersAtom = atom(() => new Set<() => void>())

/** It is not known yet what this device keeps for whoever chats. */
export const isOwnerComingAtom = atom(
  (get) =>
    depsOf(get).device !== undefined &&
    get(ownerAtom) === null &&
    get(soughtBaseAtom) !== get(identityAtom),
)

/** Now it is, or nobody can say. */
export const noteSoughtAtom = atom(null, (get, set, identity: Identity) => {
  set(soughtBaseAtom, identity)
  const waiters = get(waitersAtom)
  for (const resolve of waiters) resolve()
  waiters.clear()
})

/** Waits for it: a message that goes out before is on no device if the browser crashes. */
export const awaitOwnerAtom = atom(null, async (get, set) => {
  if (!get(isOwnerComingAtom)) return
  const identity = get(identityAtom)
  const { promise, resolve } = Promise.withResolvers<void>()
  get(waitersAtom).add(resolve)
  const cancel = depsOf(get).clock.after(OWNER_WAIT_MS, () => {
    // Nobody waits twice for what does not come.
    if (identity && get(identityAtom) === identity) set(noteSoughtAtom, identity)
    resolve()
  })
  await promise
  cancel()
})

/** Tells the person's other tabs. */
export const tellTabsAtom = atom(null, (get, _set, event: TabEvent) =>
  get(ownerAtom)?.tabs.post(event),
)
