import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import { later } from '../../../shared/later.ts'
import type { ThreadSummary } from '../../api/cloud.ts'
import { isSignedOut } from '../../api/host-auth.ts'
import { requestFocusAtom } from '../../world/focus-requests.ts'
import {
  historyStateAtom,
  noteOpeningAtom,
  shownConversationAtom,
} from '../../conversation/atoms/conversations.ts'
import { areToolsComingAtom, awaitToolsAtom } from '../../conversation/atoms/tools.ts'
import { forgetThreadsAtom, threadsAtom } from './thread-list-facts.ts'
import { clearUnreadAtom, comeToThreadAtom, markUnheardAtom } from './unread.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { reportFailureAtom } from '../../world/failures.ts'
import { identityRequestAtom, unnameAtom } from '../../world/identify.ts'
import { identityAtom, isHostUser, type Identity } from '../../world/identity.ts'
import { createOpenThreadRecord } from '../../world/open-thread-record.ts'
import { awaitOwnerAtom, isOwnerComingAtom } from '../../world/owner.ts'
import { awaitIdentifiedAtom } from '../../world/identified.ts'
import { notePanelAtom, panelAtom, type PanelState } from '../../world/panel.ts'
import { personCame, personLeft, type PersonLeft } from '../../world/person-events.ts'
import { awaitPersonAtom, isPersonComingAtom } from '../../world/person-naming.ts'

/** Code that shows threads, sends and receives. Not needed for the first paint and for typing. */
const loadThreads = later(() => import('./open-threads.ts'))

const openingAtom = atom<Promise<void> | null>(null)
/** True while a thread is being opened. */
export const isOpeningAtom = atom((get) => get(openingAtom) !== null)
/** Forgets the threads of a former person, and the thread that was being opened. */
const forgetPersonsThreadsAtom = atom(null, (get, set, { person }: PersonLeft) => {
  const { base, openTabStorage } = depsOf(get)
  if (person) createOpenThreadRecord(base, openTabStorage).remove()
  set(forgetThreadsAtom)
  set(openingAtom, null)
})

/** Opens a person's last thread: for a user at once, which proves the token, for a visitor with the panel. */
const openFirstThreadAtom = atom(null, async (get, set, { mode }: Identity) => {
  if (mode !== 'anonymous' || get(panelAtom).isOpen) await set(openLastThreadAtom)
})

/** Listens to changes of the person. */
export const listenInThreadListAtom = atom(null, (_get, set) => {
  set(personLeft.listenAtom, forgetPersonsThreadsAtom)
  set(personCame.listenAtom, openFirstThreadAtom)
})

/** Notes that the host page opened or closed the panel. */
export const setPanelAtom = atom(null, async (get, set, panel: PanelState) => {
  // Shown messages count as seen, also while the rest of the opening continues.
  if (!panel.isOpen && get(historyStateAtom) === 'ready') set(clearUnreadAtom)
  if (!panel.isOpen) set(comeToThreadAtom, null)
  set(notePanelAtom, panel)
  if (!panel.isOpen) return set(markUnheardAtom)
  set(clearUnreadAtom)
  if (panel.userGesture) set(requestFocusAtom)
  await set(openLastThreadAtom)
})

/**
 * Shows the last thread, or a new one, unless a thread is shown. Makes no request for a visitor unknown to the
 * server.
 */
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

/** True while a message has to wait: for the thread, the page's tools, or the storage. */
export const isComingAtom = atom(
  (get) =>
    get(historyStateAtom) === 'loading' ||
    get(isOpeningAtom) ||
    get(shownConversationAtom) === null ||
    get(areToolsComingAtom) ||
    get(isOwnerComingAtom) ||
    get(isPersonComingAtom),
)

/** True while the page names nobody: it has not called `identify`, its call was refused, or it signed out. */
export const isNobodyAtom = atom(
  (get) =>
    get(identityAtom) === null &&
    get(identityRequestAtom) === null &&
    get(shownConversationAtom) === null,
)

/** Waits until a message can be sent, also for the host page to name the person, which may take long. */
export const awaitThreadAtom = atom(null, async (get, set) => {
  await set(awaitIdentifiedAtom)
  await set(awaitPersonAtom)
  await set(openLastThreadAtom)
  // The shown thread may be loading again.
  if (get(historyStateAtom) === 'loading') await get(shownConversationAtom)?.load()
  await set(awaitToolsAtom)
  await set(awaitOwnerAtom)
})

const startsAtom = atom(0)

/**
 * Shows the first thread: a stored one, or with `null` a new one. Does nothing without an identity, or if another
 * first thread was requested meanwhile. Never rejects: failures are reported as those of the history.
 */
export const openThreadAtom = atom(null, async (get, set, thread: ThreadSummary | null) => {
  const identity = get(identityAtom)
  if (!identity) return
  const start = get(startsAtom) + 1
  set(startsAtom, start)
  const isLate = () =>
    get(startsAtom) !== start || get(identityAtom) !== identity || get(threadsAtom) !== null
  try {
    // Loads the other parts as well. A message that is sent meanwhile waits until then.
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
  // The identity may have changed meanwhile, or a new thread may have begun.
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
      // Load the code in parallel. Its errors are handled where it is used.
      void loadThreads()
    }
    thread = identity.cloud.hasIdentity()
      ? await identity.cloud.lastThread(identity.closing.signal, opened)
      : null
  } catch (error) {
    if (isLate()) return
    if (isSignedOut(error)) {
      set(noteOpeningAtom, 'idle')
      return set(unnameAtom)
    }
    if (!isNobody(error)) {
      set(noteOpeningAtom, 'failed')
      set(reportFailureAtom, { during: 'history', error, isHostUser: isHostUser(identity) })
      return
    }
    thread = null
    // This tab had shown a thread before the reload.
    const isGone = opened !== undefined && !isHostUser(identity)
    if (isGone) set(reportFailureAtom, { during: 'gone', error, isHostUser: false })
  }
  if (!isLate()) await set(openThreadAtom, thread)
})

const isNobody = (error: unknown): boolean =>
  error instanceof AlcoveError && error.code === 'token_missing'
