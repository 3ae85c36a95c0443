import type { Store } from 'jotai/vanilla'
import { endSession } from '../api/end-session.ts'
import { createRefreshRecord } from '../api/refresh-record.ts'
import { depsOf } from '../world/chat-deps.ts'
import { identityAtom, setIdentityAtom, type Identity } from '../world/identity.ts'
import { tellTabsAtom } from '../world/owner.ts'
import { forgetSettingsAtom } from '../world/settings.ts'
import { forgetPersonAtom } from '../world/identify.ts'
import { signInAgainAtom } from '../thread-list/atoms/sign-in.ts'

/** Removes the visitor's proof from this device and ends the session at the server, also while a user chats. */
export function forgetVisitor({ get, set }: Store, identity: Identity | null): void {
  const { base, fetch, sendBeacon, openStorage } = depsOf(get)
  // A user's tabs are notified elsewhere. A visitor's tabs are notified only when the visitor is gone.
  if (identity?.mode === 'anonymous') set(tellTabsAtom, { type: 'left' })
  const record = createRefreshRecord({ base, openStorage })
  const token = identity?.auth?.forget?.() ?? record.read()?.token
  record.remove()
  // Forgotten here first, so that sign-out works without a network.
  if (token !== undefined) endSession({ base, fetch, sendBeacon }, token)
}

/**
 * Deletes all data of the current person: on the server, then here. A visitor without a name becomes a new one.
 *
 * @param onDeleted called once the server's data is deleted, before the person changes.
 * @throws AlcoveError of the server's call; then nothing is deleted here.
 */
export async function clearData(store: Store, onDeleted?: () => void): Promise<void> {
  const identity = store.get(identityAtom)
  if (!identity) return
  const threads = await identity.cloud.threads?.()
  await threads?.deleteAll?.(identity.closing.signal)
  identity.closing.signal.throwIfAborted()
  onDeleted?.()
  if (identity.mode === 'anonymous') forgetVisitor(store, identity)
  store.set(forgetSettingsAtom)
  // The same person starts again without data.
  store.set(forgetPersonAtom)
  store.set(setIdentityAtom, null)
  await store.set(signInAgainAtom)
}
