import type { TabChannel } from './tabs.ts'

/** The channels of one browser, which deliver at once. */
export function createFakeChannels(): (name: string) => TabChannel {
  const open = new Map<string, Set<(event: { data: unknown }) => void>>()
  return (name) => {
    const listeners = new Set<(event: { data: unknown }) => void>()
    const all = open.get(name) ?? new Set()
    open.set(name, all)
    const hear = (event: { data: unknown }) => listeners.forEach((listener) => listener(event))
    all.add(hear)
    return {
      postMessage(data: unknown) {
        for (const other of all) if (other !== hear) other({ data })
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      close: () => void all.delete(hear),
    }
  }
}
