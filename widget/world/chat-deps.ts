import { atom, type Getter } from 'jotai/vanilla'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import type { SendBeacon } from '../api/end-session.ts'
import type { Fetch } from '../api/call.ts'
import type { Clock } from '../api/clock.ts'
import type { CreateCloud } from '../api/cloud.ts'
import type { Locks } from '../api/locks.ts'
import type { Wake } from '../api/backoff.ts'
import type { AnswerSource } from './answer-source.ts'
import type { Pace } from './pace.ts'
import type { TabChannel } from '../device/tabs.ts'

/** What the browser keeps for all tabs; each may throw where it blocks storage. */
export interface Device {
  readonly openDatabase: () => IDBFactory
  /** Absent: tabs hear nothing of each other. */
  readonly openChannel?: ((name: string) => TabChannel) | undefined
  /** Whether the person types in this tab, and in no other. */
  readonly hasFocus: () => boolean
}

export interface Connection {
  isOnline(): boolean
  subscribe(listener: () => void): () => void
}

/** The world around the chat. */
export interface ChatDeps {
  /** Origin and path of the project, for example `https://chat.example/p/shop`. */
  readonly base: string
  /** Makes the client in place of the one of `base`. */
  readonly createCloud?: CreateCloud | undefined
  /** Where answers come from. Default: our own chat call. */
  readonly answers?: AnswerSource | undefined
  /** Nobody may write. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** Whether answers can be read aloud. Default false. */
  readonly hasSpeech?: boolean | undefined
  readonly fetch: Fetch
  /** Default: the last calls of a page go by `fetch`. */
  readonly sendBeacon?: SendBeacon | undefined
  readonly clock: Clock
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number
  /** May throw where the browser blocks storage. */
  readonly openStorage: () => KeyValueStorage
  readonly locks?: Locks | undefined
  /** Kept as long as the tab is there; may throw like `openStorage`. Default: drafts end with the page. */
  readonly openTabStorage?: () => KeyValueStorage
  /** What outlives the tab. Default: nothing does. */
  readonly device?: Device
  /** Default: uploads tell no progress. */
  readonly createRequest?: () => XMLHttpRequest
  readonly pace: Pace
  /** Lets the page show what has changed. Default: what comes next comes at once. */
  readonly letDraw?: () => Promise<void>
  readonly connection: Connection
  /** Default: nothing tells that a lost stream may be found again; it is asked for by and by. */
  readonly wake?: Wake
  /** For the developer, never for the user. */
  readonly report: (text: string, error: unknown) => void
}

const depsBaseAtom = atom<ChatDeps | null>(null)

export const depsAtom = atom((get) => get(depsBaseAtom))
/** Gives a store its world; once. */
export const provideDepsAtom = atom(null, (_get, set, deps: ChatDeps) => set(depsBaseAtom, deps))

export function depsOf(get: Getter): ChatDeps {
  const deps = get(depsAtom)
  if (!deps) throw new Error('This store was not made by createChatStore.')
  return deps
}
