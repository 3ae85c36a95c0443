import { atom } from 'jotai/vanilla'
import { AlcoveError, deserializeError } from '../../shared/errors.ts'
import { later } from '../../shared/later.ts'
import type { ThreadSummary } from '../api/cloud.ts'
import { forgetDraftsAtom } from '../composer/atoms/drafts.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import {
  closeConversationsAtom,
  historyStateAtom,
  noteOpeningAtom,
  shownConversationAtom,
} from '../conversation/atoms/conversations.ts'
import { areToolsComingAtom, awaitToolsAtom } from '../conversation/atoms/tools.ts'
import { forgetThreadsAtom, threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { clearUnreadAtom, comeToThreadAtom } from '../thread-list/atoms/unread.ts'
import { depsOf } from '../world/chat-deps.ts'
import { createChosenPaths } from '../conversation/atoms/chosen-paths.ts'
import { currentAuthErrorAtom, disproveAtom, reportFailureAtom } from '../world/failures.ts'
import {
  createIdentityAtom,
  identityAtom,
  isHostUser,
  setIdentityAtom,
  type Identity,
  type IdentityRequest,
} from '../world/identity.ts'
import { createOpenThreadRecord } from '../world/open-thread-record.ts'
import { awaitOwnerAtom, isOwnerComingAtom } from '../world/owner.ts'
import { notePanelAtom, panelAtom, type PanelState } from '../world/panel.ts'

/** What shows threads, sends and receives. The first paint, and a composer to type into, do without it. */
const loadThreads = later(() => import('../thread-list/atoms/open-threads.ts'))

const openingAtom = atom<Promise<void> | null>(null)
/** A thread is about to be shown. */
export const isOpeningAtom = atom((get) => get(openingAtom) !== null)
const epochAtom = atom(Number.NEGATIVE_INFINITY)
/** Counts whom the page named. */
export const identityEpochAtom = atom((get) => get(epochAtom))
const leavesAtom = atom(0)
/** Somebody chats, and again after everybody left. */
// No limit: the page says who chats, perhaps an hour later; what is written waits, and calls of the page end by
// CALL_TIMEOUT_MS.
const identifiedAtom = atom((get) => {
  get(leavesAtom)
  return Promise.withResolvers<void>()
})

const requestBaseAtom = atom<IdentityRequest | null>(null)

export const authErrorAtom = currentAuthErrorAtom
/** The person signed out in another tab. */
export const isLockedOutAtom = atom(
  (get) => get(identityAtom) === null && get(requestBaseAtom) !== null,
)

/** What the person is told: of somebody who was never signed in, nothing has ended. */
export const authTitleAtom = atom((get) =>
  get(historyStateAtom) === 'ready' || get(isLockedOutAtom) ? 'auth.title' : 'auth.failed',
)

/** The host page opened or closed the panel. */
export const setPanelAtom = atom(null, async (get, set, panel: PanelState) => {
  // What stands there was seen, also where the rest of its opening is still under way.
  if (!panel.isOpen && get(historyStateAtom) === 'ready') set(clearUnreadAtom)
  if (!panel.isOpen) set(comeToThreadAtom, null)
  set(notePanelAtom, panel)
  if (!panel.isOpen) return
  set(clearUnreadAtom)
  if (panel.userGesture) set(requestFocusAtom)
  await set(openLastThreadAtom)
})

/** Shows the last thread, or a new one, unless one is shown. A visitor unknown to the server costs no request. */
export const openLastThreadAtom = atom(null, async (get, set) => {
  const known = get(openingAtom)
  if (known) return known
  const identity = get(identityAtom)
  if (!identity || get(shownConversationAtom)) return
  const opening = set(openAtom, identity).finally(() => {
    if (get(openingAtom) === opening) set(openingAtom, null)
  })
  set(openingAtom, opening)
  return opening
})

/** What a message needs is on its way: the thread, the tools of the page, what keeps it. */
export const isComingAtom = atom(
  (get) =>
    get(historyStateAtom) === 'loading' ||
    get(isOpeningAtom) ||
    get(shownConversationAtom) === null ||
    get(areToolsComingAtom) ||
    get(isOwnerComingAtom),
)

/** Waits for it, also for the host page to say who chats: a busy one takes its time. */
export const awaitThreadAtom = atom(null, async (get, set) => {
  await get(identifiedAtom).promise
  await set(openLastThreadAtom)
  // One that is shown may be loading again.
  if (get(historyStateAtom) === 'loading') await get(shownConversationAtom)?.load()
  await set(awaitToolsAtom)
  await set(awaitOwnerAtom)
})

const startsAtom = atom(0)

/**
 * Shows the first thread: a stored one, or with `null` a new one. Does nothing while nobody is
 * identified, or when another first thread was asked for meanwhile. Never fails: the history did.
 */
export const openThreadAtom = atom(null, async (get, set, thread: ThreadSummary | null) => {
  const identity = get(identityAtom)
  if (!identity) return
  const start = get(startsAtom) + 1
  set(startsAtom, start)
  const isLate = () =>
    get(startsAtom) !== start || get(identityAtom) !== identity || get(threadsAtom) !== null
  try {
    // The rest comes with it. A message that is sent meanwhile waits, and goes out then.
    const { openThreadsAtom, SWITCHING_ONLY } = await loadThreads()
    const adapter = await identity.cloud.threads?.()
    if (isLate()) return
    await set(openThreadsAtom, { identity, thread, adapter: adapter ?? SWITCHING_ONLY })
  } catch (error) {
    if (isLate()) return
    set(noteOpeningAtom, 'failed')
    set(reportFailureAtom, { during: 'history', error, isHostUser: false })
  }
})

const openAtom = atom(null, async (get, set, identity: Identity) => {
  const start = get(startsAtom)
  // Somebody may have changed the identity, or begun a new thread, while this waited.
  const isLate = () =>
    get(identityAtom) !== identity ||
    get(shownConversationAtom) !== null ||
    get(startsAtom) !== start
  const { base, openTabStorage } = depsOf(get)
  const opened = createOpenThreadRecord(base, openTabStorage).read()
  let thread: ThreadSummary | null
  try {
    if (identity.cloud.hasIdentity()) {
      set(noteOpeningAtom, 'loading')
      // What shows the thread comes while it is asked for; what goes wrong shows there.
      void loadThreads()
    }
    thread = identity.cloud.hasIdentity()
      ? await identity.cloud.lastThread(identity.closing.signal, opened)
      : null
  } catch (error) {
    if (isLate()) return
    if (!isNobody(error)) {
      set(noteOpeningAtom, 'failed')
      set(reportFailureAtom, { during: 'history', error, isHostUser: isHostUser(identity) })
      return
    }
    thread = null
    // This tab showed one before the page was loaded again.
    const isGone = opened !== undefined && !isHostUser(identity)
    if (isGone) set(reportFailureAtom, { during: 'gone', error, isHostUser: false })
  }
  if (!isLate()) await set(openThreadAtom, thread)
})

/**
 * Says who chats. Another identity drops the thread and whatever is under way; one of an older
 * epoch is ignored. With a host token the last thread is opened at once, which proves the token.
 *
 * @throws AlcoveError what the host's token was refused for; `authErrorAtom` holds it as well.
 */
export const identifyAtom = atom(null, (_get, set, request: IdentityRequest): Promise<void> => {
  const identified = set(switchIdentityAtom, request)
  // Whoever does not wait for it reads the error on the screen.
  identified.catch(() => {})
  return identified
})

const switchIdentityAtom = atom(null, async (get, set, request: IdentityRequest) => {
  const before = get(identityAtom)
  if (request.epoch < get(epochAtom)) return
  set(epochAtom, request.epoch)
  if (before?.mode === 'anonymous' && request.mode === 'anonymous') return
  set(requestBaseAtom, request)
  set(forgetPersonAtom)
  // Whoever cannot be known is nobody, and not whoever chatted before.
  set(setIdentityAtom, null)
  const identity = set(createIdentityAtom, request, before === null)
  set(setIdentityAtom, identity)
  get(identifiedAtom).resolve()
  if (request.mode === 'anonymous' && !get(panelAtom).isOpen) return
  await set(openLastThreadAtom)
  const error = get(identityAtom) === identity ? get(authErrorAtom) : null
  if (error) throw deserializeError(error)
})

/** The page says that nobody chats from now on: whoever did is gone here and in other tabs. */
export const signOutAtom = atom(null, (get, set, epoch: number = get(epochAtom)) => {
  if (epoch < get(epochAtom)) return
  set(epochAtom, epoch)
  set(requestBaseAtom, null)
  set(forgetPersonAtom)
  set(setIdentityAtom, null)
  set(leavesAtom, (count) => count + 1)
})

/** Nothing of whoever chatted stays on the screen or under way. */
export const forgetPersonAtom = atom(null, (get, set) => {
  const before = get(identityAtom)
  if (before) {
    before.closing.abort(new AlcoveError('destroyed', 'Somebody else is chatting now.'))
    set(forgetDraftsAtom)
    const { base, openTabStorage } = depsOf(get)
    createOpenThreadRecord(base, openTabStorage).remove()
    createChosenPaths(base, openTabStorage).remove()
  }
  set(closeConversationsAtom)
  set(forgetThreadsAtom)
  set(disproveAtom, 'person left')
  set(openingAtom, null)
})

/** Tries the thread that is shown, or the opening of one, again. */
export const reloadThreadAtom = atom(null, async (get, set) => {
  const session = get(shownConversationAtom)
  await (session ? session.load() : set(openLastThreadAtom))
})

/** Asks the host page for another token. Draft and thread stay. */
export const signInAgainAtom = atom(null, async (get, set) => {
  const identity = get(identityAtom)
  const request = get(requestBaseAtom)
  set(disproveAtom, 'token asked for')
  if (!identity) return request ? set(identifyAtom, request).catch(() => {}) : undefined
  if (get(historyStateAtom) !== 'ready') return set(reloadThreadAtom)
  try {
    await identity.cloud.lastThread(identity.closing.signal)
  } catch (error) {
    if (get(identityAtom) !== identity) return
    set(reportFailureAtom, { during: 'send', error, isHostUser: isHostUser(identity) })
  }
})

const isNobody = (error: unknown): boolean =>
  error instanceof AlcoveError && error.code === 'token_missing'
