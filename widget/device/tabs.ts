import { isPlainObject } from '../../shared/json.ts'

/** Longer words are read from the device, not from another tab. */
export const TAB_TEXT_MAX_CHARACTERS = 200_000
const NAME_MAX_CHARACTERS = 300

/** What one tab tells the others of the same person. Threads are named as the server does. */
export type TabEvent =
  /** This tab was kept by the browser where it could not hear: it reads again. Never crosses the channel. */
  | { readonly type: 'missed' }
  /** This tab hears from now on, and missed what was told before. */
  | { readonly type: 'hello' }
  /** Something of the list changed. */
  | { readonly type: 'thread'; readonly change: ThreadChangeKind; readonly thread: string }
  /** Another message is in a thread, or one is gone. */
  | { readonly type: 'messages'; readonly thread: string }
  | { readonly type: 'run'; readonly thread: string; readonly isRunning: boolean }
  | { readonly type: 'unread'; readonly thread: string; readonly isUnread: boolean }
  /** Typed and not sent; empty where it was sent. */
  | {
      readonly type: 'draft'
      readonly thread: string
      readonly text: string
      readonly hasFiles: boolean
      readonly savedAt: number
    }
  /** Other messages wait than before. */
  | { readonly type: 'outbox' }
  /** A call to the server is under way, and kept: this tab may end before it is answered. */
  | { readonly type: 'calls' }
  /** Other tools of pages are allowed than before. */
  | { readonly type: 'tools' }
  /** The person signed out, or somebody else came: nothing of the former may stay. */
  | { readonly type: 'left' }

export type ThreadChangeKind = 'created' | 'renamed' | 'archived' | 'unarchived' | 'deleted'

const CHANGES: readonly unknown[] = [
  'created',
  'renamed',
  'archived',
  'unarchived',
  'deleted',
] satisfies ThreadChangeKind[]

/** Another version of the frame may have posted it: `null` for what this one does not know. */
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

/** A `BroadcastChannel`, as much as is used. */
export interface TabChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** Runs a task as the only one of its name among all tabs, or at once where the browser has no locks. */
export type RunAlone = <Result>(
  name: string,
  signal: AbortSignal,
  task: () => Promise<Result>,
) => Promise<Result>

export interface TabsSettings {
  /** What the tabs share: the same key, the same person in the same project. */
  readonly key: string
  /** Absent, or throwing: the browser has none, and each tab is alone. */
  readonly openChannel?: ((name: string) => TabChannel) | undefined
  readonly runAlone: RunAlone
}

/** All tabs in which the same person has this chat open. */
export interface Tabs {
  /** The browser has no channel: nobody hears anything. */
  readonly isAlone: boolean
  /** Tells the others. Never throws. */
  post(event: TabEvent): void
  /** Hears the others. Returns how to stop. */
  subscribe(listener: (event: TabEvent) => void): () => void
  /** This tab may not have heard what the others told. */
  miss(): void
  /**
   * Runs a task as the only tab that does, when its turn comes; at once where there are no locks.
   *
   * @throws the signal's reason; whatever the task throws.
   */
  leader<Result>(name: string, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>
  /** Nothing is told or heard any more. */
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

/** A frame without storage has the API and may not use it. */
function attempt<Result>(task: () => Result): Result | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}
