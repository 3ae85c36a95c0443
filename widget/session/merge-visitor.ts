import type { Store } from 'jotai/vanilla'
import type { MergeWish } from '../../shared/bridge/contract.ts'
import { createRefreshRecord, type RefreshToken } from '../api/refresh-record.ts'
import { ownerKey } from '../device/owner-key.ts'
import { depsOf } from '../world/chat-deps.ts'
import { identityAtom, isHostUser, type Identity } from '../world/identity.ts'
import { shownPathAtom } from '../conversation/atoms/conversations.ts'
import { mergeQuestionAtom } from '../thread-list/atoms/page-question.ts'
import { loadThreadListAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'
import { adoptedDraftsAtom, takeOlderDraftsAtom } from '../composer/atoms/older-drafts.ts'
import { authErrorAtom } from '../world/identify.ts'

/** Where it is remembered that somebody wanted none of it: of that visitor nobody asks again. */
export const declinedKey = (base: string): string => `alcove:declined:${base}`

/**
 * Takes over the conversations that somebody had here before the page named them, once it is proved that they
 * are who the page says: what proves the visitor is on this device. With `ask` the person decides. What fails
 * is tried again when they are named the next time.
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
  // Only a token that was accepted proves anything.
  if (store.get(authErrorAtom) !== null) return
  const threads = await identity.cloud.threads?.()
  if (!threads?.claim || !isStill(store, identity)) return
  if (wish === 'ask' && !(await isWanted(store, identity, visitor))) return
  try {
    const moved = await threads.claim(visitor.token, identity.closing.signal)
    // Another tab may be somebody else by now.
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
  // The proof stays the same for a visitor's whole life, and is a secret.
  const name = ownerKey(base, visitor.token)
  try {
    if (openStorage().getItem(key) === name) {
      void store.set(takeOlderDraftsAtom)
      return false
    }
  } catch {
    // A browser that keeps nothing has no visitor of before either.
  }
  // A page that names the same person again asks nothing anew.
  if (store.get(mergeQuestionAtom)) return false
  // No limit: a person answers; another person ends it.
  const { promise, resolve } = Promise.withResolvers<boolean>()
  store.set(mergeQuestionAtom, resolve)
  // Whoever is named next is asked by themselves.
  identity.closing.signal.addEventListener('abort', () => resolve(false))
  const isTaken = await promise
  store.set(mergeQuestionAtom, null)
  if (!isTaken && isStill(store, identity)) {
    openStorage().setItem(key, name)
    void store.set(takeOlderDraftsAtom)
  }
  return isTaken && isStill(store, identity)
}

/** In the list, and on the screen where nothing was said yet. */
async function show({ get, set }: Store, identity: Identity) {
  await set(loadThreadListAtom)
  const last = await identity.cloud.lastThread(identity.closing.signal)
  if (last && get(shownPathAtom).length === 0) await set(switchThreadAtom, last.id)
}
