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

/** Storage shared by all tabs. Each part throws in browsers that block storage. */
export interface Device {
  readonly openDatabase: () => IDBFactory
  /** Absent: tabs do not share events. */
  readonly openChannel?: ((name: string) => TabChannel) | undefined
  /** True if the person types in this tab. */
  readonly hasFocus: () => boolean
}

export interface Connection {
  isOnline(): boolean
  subscribe(listener: () => void): () => void
}

/** Dependencies of the chat on its environment. */
export interface ChatDeps {
  /** Origin and path of the project, for example `https://chat.example/p/shop`. */
  readonly base: string
  /** Makes the client, instead of the one of `base`. */
  readonly createCloud?: CreateCloud | undefined
  /** Source of answers. Default: our server's chat call. */
  readonly answers?: AnswerSource | undefined
  /** True: the project takes no messages. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** True if answers can be read aloud. Default false. */
  readonly hasSpeech?: boolean | undefined
  readonly fetch: Fetch
  /** Default: the last calls of a page use `fetch`. */
  readonly sendBeacon?: SendBeacon | undefined
  readonly clock: Clock
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number
  /** Throws in browsers that block storage. */
  readonly openStorage: () => KeyValueStorage
  readonly locks?: Locks | undefined
  /** Storage that lasts as long as the tab; may throw like `openStorage`. Default: drafts end with the page. */
  readonly openTabStorage?: () => KeyValueStorage
  /** Storage that outlives the tab. Default: none. */
  readonly device?: Device
  /** Default: uploads report no progress. */
  readonly createRequest?: () => XMLHttpRequest
  readonly pace: Pace
  /** Lets the page paint changes. Default: no pause. */
  readonly letDraw?: () => Promise<void>
  readonly connection: Connection
  /** Default: no wakes; a lost stream is only polled for. */
  readonly wake?: Wake
  /** Reports to the developer, never to the user. */
  readonly report: (text: string, error: unknown) => void
}

const depsBaseAtom = atom<ChatDeps | null>(null)

export const depsAtom = atom((get) => get(depsBaseAtom))
/** Sets a store's dependencies, once. */
export const provideDepsAtom = atom(null, (_get, set, deps: ChatDeps) => set(depsBaseAtom, deps))

export function depsOf(get: Getter): ChatDeps {
  const deps = get(depsAtom)
  if (!deps) throw new Error('This store was not made by createChatStore.')
  return deps
}
