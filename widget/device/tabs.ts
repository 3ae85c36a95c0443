import { isPlainObject } from '../../shared/json.ts'

/** Maximum length of a text in an event. Longer texts are read from the device. */
export const TAB_TEXT_MAX_CHARACTERS = 200_000
const NAME_MAX_CHARACTERS = 300

/** Events between the tabs of one person. Threads have the server's names. */
export type TabEvent =
  /** This tab was in the back/forward cache, missed events, and reads again. Never sent over the channel. */
  | { readonly type: 'missed' }
  /** This tab has just subscribed, and missed earlier events. */
  | { readonly type: 'hello' }
  /** An entry of the list changed. */
  | { readonly type: 'thread'; readonly change: ThreadChangeKind; readonly thread: string }
  /** A message was added to a thread, or removed. */
  | { readonly type: 'messages'; readonly thread: string }
  | { readonly type: 'run'; readonly thread: string; readonly isRunning: boolean }
  | { readonly type: 'unread'; readonly thread: string; readonly isUnread: boolean }
  /** Typed and not sent; empty after it was sent. */
  | {
      readonly type: 'draft'
      readonly thread: string
      readonly text: string
      readonly hasFiles: boolean
      readonly savedAt: number
    }
  /** The waiting messages changed. */
  | { readonly type: 'outbox' }
  /** A call to the server is pending and stored. This tab may close before the response. */
  | { readonly type: 'calls' }
  /** The allowed tools of pages changed. */
  | { readonly type: 'tools' }
  /** The person signed out or changed: no data of the former person may stay. */
  | { readonly type: 'left' }

export type ThreadChangeKind = 'created' | 'renamed' | 'archived' | 'unarchived' | 'deleted'

const CHANGES: readonly unknown[] = [
  'created',
  'renamed',
  'archived',
  'unarchived',
  'deleted',
] satisfies ThreadChangeKind[]

/** Parses an event. Returns `null` for an unknown one: another version of the frame may have posted it. */
export function parseTabEvent(value: unknown): TabEvent | null {
  if (!isPlainObject(value)) return null
  const { type, thread, change, isRunning, isUnread, text, savedAt } = value
  const hasFiles = value['hasFiles'] === true
  if (isBare(type)) return { type }
  if (!isName(thread)) return null
  switch (type) {
    case 'thread':
      return isChange(change) ? { type, change, thread } : null
    case 'messages':
      return { type, thread }
    case 'run':
      return typeof isRunning === 'boolean' ? { type, thread, isRunning } : null
    case 'unread':
      return typeof isUnread === 'boolean' ? { type, thread, isUnread } : null
    case 'draft':
      return isText(text) && isTime(savedAt) ? { type, thread, text, hasFiles, savedAt } : null
    default:
      return null
  }
}

type BareType = 'hello' | 'outbox' | 'calls' | 'tools' | 'left'
const BARE_TYPES: readonly unknown[] = [
  'hello',
  'outbox',
  'calls',
  'tools',
  'left',
] satisfies BareType[]
const isBare = (type: unknown): type is BareType => BARE_TYPES.includes(type)
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= NAME_MAX_CHARACTERS
const isChange = (value: unknown): value is ThreadChangeKind => CHANGES.includes(value)
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= TAB_TEXT_MAX_CHARACTERS
const isTime = (value: unknown): value is number => Number.isFinite(value)

/** The part of `BroadcastChannel` that is used. */
export interface TabChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** Runs a task under a lock that all tabs share, or at once in browsers without locks. */
export type RunAlone = <Result>(
  name: string,
  signal: AbortSignal,
  task: () => Promise<Result>,
) => Promise<Result>

export interface TabsSettings {
  /** Shared by tabs of the same person in the same project. */
  readonly key: string
  /** Absent, or throwing: the browser has no channels, so the tabs do not share events. */
  readonly openChannel?: ((name: string) => TabChannel) | undefined
  readonly runAlone: RunAlone
}

/** All tabs in which the same person has this chat open. */
export interface Tabs {
  /** True if the browser has no channel, so that no tab gets events. */
  readonly isAlone: boolean
  /** Sends an event to the other tabs. Never throws. */
  post(event: TabEvent): void
  /** Subscribes to the other tabs' events. Returns a function that unsubscribes. */
  subscribe(listener: (event: TabEvent) => void): () => void
  /** Reports to this tab that it may have missed events. */
  miss(): void
  /**
   * Runs a task when this tab gets the lock of that name; at once in browsers without locks.
   *
   * @throws the signal's reason; any error of the task.
   */
  leader<Result>(name: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>
  /** Closes the channel: no event is sent or received any more. */
  close(): void
}

export function createTabs({ key, openChannel, runAlone }: TabsSettings): Tabs {
  const name = `alcove:${key}`
  const listeners = new Set<(event: TabEvent) => void>()
  let channel = attempt(() => openChannel?.(name)) ?? null
  channel?.addEventListener('message', ({ data }) => {
    const event = channel && parseTabEvent(data)
    if (event) for (const listener of listeners) listener(event)
  })

  return {
    isAlone: channel === null,
    post(event) {
      const tell = channel?.postMessage.bind(channel)
      attempt(() => tell?.(event))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    miss() {
      for (const listener of listeners) listener({ type: 'missed' })
    },
    leader: (task, signal, run) => runAlone(`${name}:${task}`, signal, run),
    close() {
      attempt(() => channel?.close())
      channel = null
      listeners.clear()
    },
  }
}

/** A frame without storage has the API, but calls to it fail. */
function attempt<Result>(task: () => Result): Result | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}
