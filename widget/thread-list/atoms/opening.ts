import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import { later } from '../../../shared/later.ts'
import type { ThreadSummary } from '../../api/cloud.ts'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import {
  historyStateAtom,
  noteOpeningAtom,
  shownConversationAtom,
} from '../../conversation/atoms/conversations.ts'
import { areToolsComingAtom, awaitToolsAtom } from '../../conversation/atoms/tools.ts'
import { forgetThreadsAtom, threadsAtom } from './thread-list-facts.ts'
import { clearUnreadAtom, comeToThreadAtom } from './unread.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { reportFailureAtom } from '../../world/failures.ts'
import { identityAtom, isHostUser, type Identity } from '../../world/identity.ts'
import { createOpenThreadRecord } from '../../world/open-thread-record.ts'
import { awaitOwnerAtom, isOwnerComingAtom } from '../../world/owner.ts'
import { awaitIdentifiedAtom } from '../../world/identified.ts'
import { notePanelAtom, panelAtom, type PanelState } from '../../world/panel.ts'
import { personCame, personLeft, type PersonLeft } from '../../world/person-events.ts'
import { awaitPersonAtom, isPersonComingAtom } from '../../world/person-naming.ts'

/** What shows threads, sends and receives. The first paint, and a composer to type into, do without it. */
const loadThreads = later(() => import('./open-threads.ts'))

const openingAtom = atom<Promise<void> | null>(null)
/** A thread is about to be shown. */
export const isOpeningAtom = atom((get) => get(openingAtom) !== null)
/** Forgets the threads of a person who is gone, and the one that was being opened. */
const forgetPersonsThreadsAtom = atom(null, (get, set, { person }: PersonLeft) => {
  const { base, openTabStorage } = depsOf(get)
  if (person) createOpenThreadRecord(base, openTabStorage).remove()
  set(forgetThreadsAtom)
  set(openingAtom, null)
})

/** Opens the last thread of a person: of a user at once, which proves the token, of a visitor with the panel. */
const openFirstThreadAtom = atom(null, async (get, set, { mode }: Identity) => {
  if (mode !== 'anonymous' || get(panelAtom).isOpen) await set(openLastThreadAtom)
})

/** Follows who chats. */
export const listenInThreadListAtom = atom(null, (_get, set) => {
  set(personLeft.listenAtom, forgetPersonsThreadsAtom)
  set(personCame.listenAtom, openFirstThreadAtom)
})

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
    get(isOwnerComingAtom) ||
    get(isPersonComingAtom),
)

/** Waits for it, also for the host page to say who chats: a busy one takes its time. */
export const awaitThreadAtom = atom(null, async (get, set) => {
  await set(awaitIdentifiedAtom)
  await set(awaitPersonAtom)
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

const isNobody = (error: unknown): boolean =>
  error instanceof AlcoveError && error.code === 'token_missing'
