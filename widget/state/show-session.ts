import { atom, type Getter } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { createLocalThreadId, LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import type { ThreadChange } from '../engine/thread-change.ts'
import type { ThreadSession } from '../engine/thread-session.ts'
import type { CreateToolRunner } from '../engine/tool-desk.ts'
import { createToolRunner } from '../engine/tools/create-tool-runner.ts'
import type { ThreadSlot } from '../threads/thread-slot.ts'
import { depsOf } from './chat-deps.ts'
import { draftNamesAtom } from './draft-key.ts'
import { placeDraftAtom } from './drafts.ts'
import { reportFailureAtom } from './failures.ts'
import { identityAtom, isHostUser, type Identity } from './identity.ts'
import { loadEngine, type Engine } from './load-engine.ts'
import {
  noteRunAtom,
  hostContextAtom,
  openSessionsAtom,
  sessionBaseAtom,
  sessionListenerAtom,
  sessionToolsAtom,
  shownSlotIdAtom,
  type OpenSession,
} from './open-session.ts'
import { createSessionFacts } from './session-facts.ts'
import { takeFactAtom } from './take-fact.ts'
import { forgetThreadAtom, threadIdFactAtom, titleFactAtom } from './thread-facts.ts'

// Loaded with the engine: nothing of it is needed before a thread can be shown.

/**
 * Shows a thread in place of the one that is shown, which goes on. Does nothing while nobody is
 * identified, or when the thread is not wanted any more by the time it could be shown.
 */
export const showSlotAtom = atom(
  null,
  async (get, set, slot: ThreadSlot, isWanted: () => boolean): Promise<void> => {
    const identity = get(identityAtom)
    if (!identity) return
    const engine = await loadEngine()
    // Another thread, or another person, came meanwhile.
    if (get(identityAtom) !== identity || !isWanted()) return
    const { session, facts } = set(presentAtom, slot, { identity, engine })
    // Nobody else knows of it: what is shown is all there is.
    if (slot.remoteId === undefined || !identity.cloud.hasIdentity()) return
    // A running answer shows what there is; in a thread at rest somebody may have written elsewhere.
    if (!facts.isRunning) await session.load()
  },
)

/** Opens a thread that is not shown. `null`: whoever wanted it does not chat any more. */
export const openHiddenAtom = atom(
  null,
  async (get, set, slot: ThreadSlot): Promise<OpenSession | null> => {
    const identity = get(identityAtom)
    const engine = await loadEngine()
    if (!identity || get(identityAtom) !== identity) return null
    const sessions = get(openSessionsAtom)
    const known = sessions.get(slot.id)
    if (known) return known
    const open = set(openAtom, slot, { identity, engine })
    const others = [...sessions]
    sessions.clear()
    for (const [id, other] of [[slot.id, open] as const, ...others]) sessions.set(id, other)
    if (slot.remoteId !== undefined) await open.session.load()
    return open
  },
)

interface SessionWorld {
  readonly identity: Identity
  readonly engine: Engine
}

/** At once, so that nobody sees one thread with the words of another. */
const presentAtom = atom(null, (get, set, slot: ThreadSlot, world: SessionWorld): OpenSession => {
  const sessions = get(openSessionsAtom)
  set(forgetThreadAtom)
  set(shownSlotIdAtom, slot.id)
  set(placeDraftAtom, slot.id)
  set(threadIdFactAtom, slot.remoteId ?? null)
  set(titleFactAtom, slot.title ?? null)
  const known = sessions.get(slot.id)
  for (const fact of known?.facts.replay() ?? []) set(takeFactAtom, fact)
  const open = known ?? set(openAtom, slot, world)
  sessions.delete(slot.id)
  sessions.set(slot.id, open)
  set(sessionBaseAtom, open.session)
  return open
})

const openAtom = atom(null, (get, set, slot: ThreadSlot, world: SessionWorld): OpenSession => {
  const facts = createSessionFacts()
  const session = createSession(get, slot, world, (change) => {
    // What is put into the composer now is not put there again when the thread is shown again.
    const isGivenBack = change.type === 'draft-returned' && get(shownSlotIdAtom) === slot.id
    if (!isGivenBack) facts.take(change)
    set(takeChangeAtom, slot.id, change)
  })
  return { slotId: slot.id, session, facts }
})

function createSession(
  get: Getter,
  slot: ThreadSlot,
  { identity, engine }: SessionWorld,
  onChange: (change: ThreadChange) => void,
): ThreadSession {
  const deps = depsOf(get)
  const { clock, pace, answers = { type: 'chat' }, isReadOnly = false, hasSpeech = false } = deps
  const { cloud } = identity
  const tools = get(sessionToolsAtom)
  return engine.createThreadSession({
    cloud,
    clock,
    pace,
    letDraw: deps.letDraw,
    random: deps.random,
    ...(deps.wake ? { wake: deps.wake } : {}),
    isReadOnly,
    hasSpeech,
    transport: engine.chooseTransport(answers, { ...deps, cloud }),
    ...(tools
      ? {
          readContext: () => ({ ...get(hostContextAtom), ...tools.modelContext() }),
          createToolRunner: (...[listeners]: Parameters<CreateToolRunner>) =>
            createToolRunner({ ...listeners, tools, clock }),
        }
      : {}),
    threadId: slot.remoteId ?? localIdOf(slot),
    isNew: slot.remoteId === undefined,
    onChange,
  })
}

/** Every thread that the server does not know has a name of its own. */
const localIdOf = ({ id }: ThreadSlot): string =>
  id.startsWith(LOCAL_THREAD_PREFIX) ? id : createLocalThreadId()

/** What a session tells reaches the screen only while its thread is shown. */
const takeChangeAtom = atom(null, (get, set, slotId: string, change: ThreadChange) => {
  const isShown = get(shownSlotIdAtom) === slotId
  if (change.type === 'failure') set(takeFailureAtom, change, isShown)
  else if (isShown) set(takeFactAtom, change)
  if (change.type === 'run') set(noteRunAtom, slotId, change.isRunning)
  if (change.type === 'thread' && change.id !== slotId) {
    set(draftNamesAtom, new Map(get(draftNamesAtom)).set(change.id, slotId))
  }
  get(sessionListenerAtom)?.tell(slotId, change)
})

const takeFailureAtom = atom(
  null,
  (get, set, { during, error }: Extract<ThreadChange, { type: 'failure' }>, isShown: boolean) => {
    // Signing in again concerns every thread; anything else is said where it happened.
    const isAuth = error instanceof AlcoveError && /^(token|auth)_/.test(error.code)
    if (isShown || isAuth) {
      return set(reportFailureAtom, { during, error, isHostUser: isHostUser(get(identityAtom)) })
    }
    depsOf(get).report('Something failed in a thread that is not shown:', error)
  },
)
