import type { Store } from 'jotai/vanilla'
import { underLock } from '../api/locks.ts'
import { createRefreshRecord } from '../api/refresh-record.ts'
import { shownKeyAtom, UNPLACED } from '../conversation/atoms/thread-keys.ts'
import {
  createMemoryRows,
  createSafeRows,
  type DeviceRows,
  type RowScope,
} from '../device/device-rows.ts'
import { createIndexedRows } from '../device/indexed-rows.ts'
import { ownerKey, VISITOR } from '../device/owner-key.ts'
import { createTabs, type Tabs } from '../device/tabs.ts'
import { depsOf, type ChatDeps, type Device } from '../world/chat-deps.ts'
import { identityAtom, isHostUser, noteRowsAtom, type Identity } from '../world/identity.ts'
import {
  noteSoughtAtom,
  ownerAtom,
  setForgetterAtom,
  setOwnerAtom,
  type Owner,
} from '../world/owner.ts'
import { createLeaveRecord } from '../device/leave-record.ts'

/**
 * Time limit for the lock of another sending tab, which may sleep. Afterwards this tab sends as well, under the
 * same ids, so that the server takes each message once.
 */
export const LEADER_WAIT_MS = 60_000
/** A key without rows. */
const NOBODY = ''

export interface OwnerSettings {
  /** Called when the person signs out in another tab, or changes there. */
  readonly onLeft: (identity: Identity) => void
  /** Called when all data of the former person has to go. */
  readonly onGone: () => void
  /** Default: the browser's database. */
  readonly createRows?: (device: Device) => DeviceRows
}

/**
 * Keeps track of the owner of rows and tabs. When the person changes, the former owner's rows are removed and the
 * other tabs are notified. A page that names the same person again changes nothing.
 */
export function keepOwner(store: Store, settings: OwnerSettings): () => void {
  const { onLeft, onGone, createRows = openRows } = settings
  const { base, clock, device, openStorage } = depsOf(store.get)
  const left = createLeaveRecord(base, device && openStorage)
  const [rows, noteStorage] = openOwnRows(store, createRows)
  let known: Identity | null = null
  let lookedFor: Identity | null = null
  /** The former person, until the next one is known to differ. */
  let former: Owner | null = null

  function follow() {
    const identity = store.get(identityAtom)
    if (identity !== known) change(identity)
    // Before a thread is shown, no owner is determined.
    if (identity && store.get(shownKeyAtom) !== UNPLACED) look(identity)
  }

  function change(identity: Identity | null) {
    const isSwitch = known !== null
    known = identity
    former = store.get(ownerAtom) ?? former
    store.set(setOwnerAtom, null)
    if (!isSwitch) return
    const isNamed = identity !== null && isHostUser(identity)
    if (isNamed && identity.auth?.isProven()) look(identity)
    // Until the server has named the new person, that person's own rows cannot be told from others.
    else if (!isNamed || former) void forget()
  }

  function look(identity: Identity) {
    if (lookedFor === identity) return
    lookedFor = identity
    const hasFormer = former !== null
    void Promise.resolve().then(() => {
      if (known !== identity) return
      const subject = subjectOf(identity)
      if (subject !== undefined) arrive(identity, subject)
      else if (hasFormer) void forget()
      store.set(noteSoughtAtom, identity)
    })
  }

  /** No person is known any more, so no rows stay. */
  function forget(): Promise<unknown> {
    const isVisitorGone = former !== null && !isHostUser(former.identity)
    leave()
    return rows.clearOthers({ base, owner: NOBODY }, isVisitorGone ? undefined : findSpared())
  }

  /**
   * Returns the visitor's owner key while the visitor's refresh token is here: the rows stay until the question
   * whether to take them over is answered.
   */
  function findSpared(): string | undefined {
    const record = createRefreshRecord({ base, openStorage: depsOf(store.get).openStorage })
    return record.read() ? VISITOR : undefined
  }

  function leave() {
    onGone()
    // Only users' tabs are notified: in other tabs, a visitor who signs in here stays a visitor until their pages
    // sign in.
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
    void rows.clearOthers(scope, findSpared())
    noteStorage()
    store.set(setOwnerAtom, { identity, scope, rows, tabs, ending })
  }

  const stops = [store.sub(identityAtom, follow), store.sub(shownKeyAtom, follow)]
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
 * Without a device, rows end with the page, and no notice is needed. If a device stores nothing, each new person
 * is told so by the function that is returned beside the rows.
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

/** Subject of the rows' owner. `null`: a visitor; `undefined`: the server has not named a person yet. */
function subjectOf({ mode, auth }: Identity): string | null | undefined {
  if (mode === 'anonymous') return null
  const owner = auth?.owner() ?? null
  // Hashed as a whole before it is written anywhere.
  return owner === null ? undefined : `${mode}:${owner}`
}
