import { atom } from 'jotai/vanilla'
import type { DeviceRows, RowScope } from '../storage/device-rows.ts'
import type { TabEvent } from '../storage/tab-event.ts'
import type { Tabs } from '../storage/tabs.ts'
import type { Identity } from './identity.ts'

/** Who chats, as far as the device is concerned. */
export interface Owner {
  readonly identity: Identity
  readonly scope: RowScope
  /** What is theirs on this device; after the end it takes and gives nothing. */
  readonly rows: DeviceRows
  /** The other tabs in which they chat. */
  readonly tabs: Tabs
  /** Aborts when somebody else comes. */
  readonly ending: AbortSignal
}

/** `null` while it is not known who it is, or nothing can be kept for them. */
export const ownerAtom = atom<Owner | null>(null)

/** Tells the person's other tabs. */
export const tellTabsAtom = atom(null, (get, _set, event: TabEvent) =>
  get(ownerAtom)?.tabs.post(event),
)
