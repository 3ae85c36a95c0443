import { parseTabEvent, type TabEvent } from './tab-event.ts'

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
