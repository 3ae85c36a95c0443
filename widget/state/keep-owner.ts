import type { Store } from 'jotai/vanilla'
import { readTokenSubject } from '../api/auth.ts'
import { underLock } from '../api/locks.ts'
import { draftKeyAtom, UNPLACED } from '../composer/atoms/draft-key.ts'
import {
  createMemoryRows,
  createSafeRows,
  type DeviceRows,
  type RowScope,
} from '../device/device-rows.ts'
import { createIndexedRows } from '../device/indexed-rows.ts'
import { ownerKey } from '../device/owner-key.ts'
import { createLeaveRecord } from '../device/leave-record.ts'
import { createTabs, type Tabs } from '../device/tabs.ts'
import { depsOf, type ChatDeps, type Device } from './chat-deps.ts'
import { identityAtom, isHostUser, noteRowsAtom, type Identity } from './identity.ts'
import { noteSoughtAtom, ownerAtom, setForgetterAtom, setOwnerAtom, type Owner } from './owner.ts'

/**
 * Another tab that sends is waited for so long: it may sleep with its lock. Then this one sends as
 * well, under the same ids, of which the server takes each once.
 */
export const LEADER_WAIT_MS = 60_000
/** An owner that no row has. */
const NOBODY = ''

export interface OwnerSettings {
  /** They signed out in another tab, or somebody else came there. */
  readonly onLeft: (identity: Identity) => void
  /** Nothing of whoever chatted before may stay. */
  readonly onGone: () => void
  /** Default: the browser's database. */
  readonly createRows?: (device: Device) => DeviceRows
}

/**
 * Knows whose rows and tabs are used, and leaves nothing of one person to the next: when somebody else
 * comes, the rows of the former go and their other tabs are told. A page that names the same person
 * again changes nothing.
 */
export function keepOwner(store: Store, settings: OwnerSettings): () => void {
  const { onLeft, onGone, createRows = openRows } = settings
  const { base, clock, device, openStorage } = depsOf(store.get)
  const left = createLeaveRecord(base, device && openStorage)
  const [rows, noteStorage] = openOwnRows(store, createRows)
  let known: Identity | null = null
  let lookedFor: Identity | null = null
  /** Whoever chatted before, until it is known that it is somebody else. */
  let former: Owner | null = null

  function follow() {
    const identity = store.get(identityAtom)
    if (identity !== known) change(identity)
    // Before a thread is shown nobody is looked for.
    if (identity && store.get(draftKeyAtom) !== UNPLACED) look(identity)
  }

  function change(identity: Identity | null) {
    const isSwitch = known !== null
    known = identity
    former = store.get(ownerAtom) ?? former
    store.set(setOwnerAtom, null)
    if (!isSwitch) return
    // Only a host page can name the same person again.
    if (identity && isHostUser(identity)) look(identity)
    else void forget()
  }

  function look(identity: Identity) {
    if (lookedFor === identity) return
    lookedFor = identity
    const hasFormer = former !== null
    void findSubject(identity).then((subject) => {
      if (known !== identity) return
      if (subject !== undefined) arrive(identity, subject)
      else if (hasFormer) void forget()
      store.set(noteSoughtAtom, identity)
    })
  }

  /** Nobody is known any more, so nothing stays. */
  function forget(): Promise<unknown> {
    const gone = former?.scope
    leave()
    return gone ? rows.clear(gone) : rows.clearOthers({ base, owner: NOBODY })
  }

  function leave() {
    onGone()
    // A visitor who signs in here is one in other tabs, until their pages say otherwise.
    if (former && isHostUser(former.identity)) {
      former.tabs.post({ type: 'left' })
      left.write(clock.now())
    }
    former?.tabs.close()
    former = null
  }

  function arrive(identity: Identity, subject: string | null) {
    const scope = { base, owner: ownerKey(base, subject) }
    const ending = identity.closing.signal
    if (former && former.scope.owner !== scope.owner) leave()
    former?.tabs.close()
    former = null
    const tabs = openTabs(depsOf(store.get), scope)
    const since = clock.now()
    tabs.subscribe(({ type }) => {
      const isMissed = type === 'missed' && isHostUser(identity) && (left.read() ?? 0) > since
      if (type === 'left' || isMissed) onLeft(identity)
    })
    void rows.clearOthers(scope)
    noteStorage()
    store.set(setOwnerAtom, { identity, scope, rows, tabs, ending })
  }

  const stops = [store.sub(identityAtom, follow), store.sub(draftKeyAtom, follow)]
  store.set(setForgetterAtom, forget)
  follow()
  return () => {
    stops.forEach((stop) => stop())
    store.get(ownerAtom)?.tabs.close()
    store.set(setOwnerAtom, null)
  }
}

const openTabs = ({ base, clock, device, locks }: ChatDeps, { owner }: RowScope): Tabs =>
  createTabs({
    key: `${base}:${owner}`,
    openChannel: device?.openChannel,
    runAlone: (name, signal, task) =>
      underLock(locks, name, signal, task, { clock, waitMs: LEADER_WAIT_MS }),
  })

/**
 * Where there is no device, what is kept ends with the page: nobody has to be told. Where a device keeps
 * nothing, everybody who comes is told, each by a call of what is returned beside the rows.
 */
function openOwnRows(
  store: Store,
  createRows: (device: Device) => DeviceRows,
): [rows: DeviceRows, noteStorage: () => void] {
  const { device, clock } = depsOf(store.get)
  let isInMemory = false
  const noteStorage = () => store.set(noteRowsAtom, isInMemory ? 'memory' : 'kept')
  const note = (isNow: boolean) => () => {
    isInMemory = isNow
    noteStorage()
  }
  if (!device) return [createMemoryRows(), noteStorage]
  const rows = createRows(device)
  const told = { onMemory: note(true), onKept: note(false) }
  return [createSafeRows({ rows, after: clock.after, ...told }), noteStorage]
}

const openRows = ({ openDatabase }: Device): DeviceRows => createIndexedRows(openDatabase)

/** `null`: a visitor; `undefined`: nobody can say. */
async function findSubject({ mode, auth }: Identity): Promise<string | null | undefined> {
  if (mode === 'anonymous') return null
  try {
    // The thread is there, so the token is: nobody is asked for one.
    const token = await auth?.token({ mayMint: false })
    // For whom a key speaks stands beside it. All of it is hashed before it is written anywhere.
    if (token && mode === 'apiKey') return `${mode}:${token}:${JSON.stringify(auth?.headers)}`
    const subject = token ? readTokenSubject(token) : null
    return subject === null ? undefined : `${mode}:${subject}`
  } catch {
    return undefined
  }
}
