import type { Store } from 'jotai/vanilla'
import { endSession } from '../api/end-session.ts'
import { createRefreshRecord } from '../api/refresh-record.ts'
import { depsOf } from '../world/chat-deps.ts'
import { identityAtom, setIdentityAtom, type Identity } from '../world/identity.ts'
import { tellTabsAtom } from '../world/owner.ts'
import { forgetSettingsAtom } from '../world/settings.ts'
import { forgetPersonAtom } from '../world/identify.ts'
import { signInAgainAtom } from '../thread-list/atoms/sign-in.ts'

/** Nothing proves the visitor any more, on this device and at the server, whoever chats now. */
export function forgetVisitor({ get, set }: Store, identity: Identity | null): void {
  const { base, fetch, sendBeacon, openStorage } = depsOf(get)
  // A user's tabs are told anyway; a visitor's only when the visitor is gone.
  if (identity?.mode === 'anonymous') set(tellTabsAtom, { type: 'left' })
  const record = createRefreshRecord({ base, openStorage })
  const token = identity?.auth?.forget?.() ?? record.read()?.token
  record.remove()
  // Forgotten here first: no network keeps anybody signed in.
  if (token !== undefined) endSession({ base, fetch, sendBeacon }, token)
}

/**
 * Deletes everything of whoever chats: on the server, then here. A visitor without a name is another one from
 * then on.
 *
 * @param onDeleted told once the server has nothing more of them, while it is still they who chat.
 * @throws AlcoveError of the server's call; nothing here is forgotten then.
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
  // Whoever chats does so as if they came just now.
  store.set(forgetPersonAtom)
  store.set(setIdentityAtom, null)
  await store.set(signInAgainAtom)
}
