import type { Store } from 'jotai/vanilla'
import type { MergeWish } from '../../shared/bridge/contract.ts'
import { createRefreshRecord, type RefreshToken } from '../api/refresh-record.ts'
import { ownerKey } from '../device/owner-key.ts'
import { depsOf } from '../world/chat-deps.ts'
import { identityAtom, isHostUser, type Identity } from '../world/identity.ts'
import { shownPathAtom } from '../conversation/atoms/conversations.ts'
import { mergeQuestionAtom } from '../thread-list/atoms/page-question.ts'
import { loadThreadListAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'
import { adoptedDraftsAtom, takeOlderDraftsAtom } from '../composer/atoms/adopted-drafts.ts'
import { authErrorAtom } from '../world/identify.ts'

/** Key of the record that a person declined a visitor's conversations, about which no page asks again. */
export const declinedKey = (base: string): string => `alcove:declined:${base}`

/**
 * Takes over the conversations of the visitor whom this device knows, once the page's user is proved: the
 * visitor's refresh token is here. With `ask` the person decides. After a failure, the next naming tries again.
 */
export async function mergeVisitor(
  store: Store,
  wish: MergeWish,
  identity: Identity | null,
): Promise<void> {
  const { base, openStorage, report } = depsOf(store.get)
  const record = createRefreshRecord({ base, openStorage })
  const visitor = record.read()
  if (!identity || !isHostUser(identity) || !visitor || !isStill(store, identity)) return
  if (wish === 'never') return void store.set(takeOlderDraftsAtom)
  // Only an accepted token proves the user.
  if (store.get(authErrorAtom) !== null) return
  const threads = await identity.cloud.threads?.()
  if (!threads?.claim || !isStill(store, identity)) return
  if (wish === 'ask' && !(await isWanted(store, identity, visitor))) return
  try {
    const moved = await threads.claim(visitor.token, identity.closing.signal)
    // Another tab may have a new visitor meanwhile.
    if (record.read()?.token === visitor.token) record.remove()
    const drafts = await store.set(takeOlderDraftsAtom)
    if (isStill(store, identity)) store.set(adoptedDraftsAtom, drafts)
    if (moved > 0 && isStill(store, identity)) await show(store, identity)
  } catch (error) {
    if (isStill(store, identity)) report('Earlier conversations could not be taken over:', error)
  }
}

const isStill = ({ get }: Store, identity: Identity) => get(identityAtom) === identity

async function isWanted(store: Store, identity: Identity, visitor: RefreshToken): Promise<boolean> {
  const { base, openStorage } = depsOf(store.get)
  const key = declinedKey(base)
  // The token stays the same for the visitor's life and is a secret, so only its hash is stored.
  const name = ownerKey(base, visitor.token)
  try {
    if (openStorage().getItem(key) === name) {
      void store.set(takeOlderDraftsAtom)
      return false
    }
  } catch {
    // A browser that stores nothing has no former visitor either.
  }
  // A page that names the same person again does not ask again.
  if (store.get(mergeQuestionAtom)) return false
  // No limit: a person answers; another person ends it.
  const { promise, resolve } = Promise.withResolvers<boolean>()
  store.set(mergeQuestionAtom, resolve)
  // A change of person declines the question; the next person is asked separately.
  identity.closing.signal.addEventListener('abort', () => resolve(false))
  const isTaken = await promise
  store.set(mergeQuestionAtom, null)
  if (!isTaken && isStill(store, identity)) {
    openStorage().setItem(key, name)
    void store.set(takeOlderDraftsAtom)
  }
  return isTaken && isStill(store, identity)
}

/** Shows them in the list, and on the screen if the open thread is still empty. */
async function show({ get, set }: Store, identity: Identity) {
  await set(loadThreadListAtom)
  const last = await identity.cloud.lastThread(identity.closing.signal)
  if (last && get(shownPathAtom).length === 0) await set(switchThreadAtom, last.id)
}
