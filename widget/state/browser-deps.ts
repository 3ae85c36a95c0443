import type { Clock } from '../cloud/clock.ts'
import type { ChatDeps } from './chat-deps.ts'

type BrowserWindow = Window & typeof globalThis

/** The world of a real frame. */
export function createBrowserDeps(window: BrowserWindow, base: string): ChatDeps {
  const { document, navigator } = window
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const listen = (target: EventTarget, types: readonly string[], listener: () => void) => {
    for (const type of types) target.addEventListener(type, listener)
    return () => {
      for (const type of types) target.removeEventListener(type, listener)
    }
  }

  return {
    base,
    fetch: (url, init) => window.fetch(url, init),
    clock: createBrowserClock(window),
    random: () => Math.random(),
    openStorage: () => window.localStorage,
    ...(navigator.locks
      ? {
          locks: {
            request: async (name, options, task) => navigator.locks.request(name, options, task),
          },
        }
      : {}),
    pace: {
      isImmediate: () => document.visibilityState === 'hidden' || reducedMotion.matches,
      subscribe(listener) {
        const stopWatching = [
          listen(document, ['visibilitychange'], listener),
          listen(reducedMotion, ['change'], listener),
        ]
        return () => stopWatching.forEach((stop) => stop())
      },
    },
    connection: {
      isOnline: () => navigator.onLine,
      subscribe: (listener) => listen(window, ['online', 'offline'], listener),
    },
    report: (text, error) => console.error(text, error),
  }
}

function createBrowserClock(window: BrowserWindow): Clock {
  return {
    now: () => Date.now(),
    uptime: () => performance.now(),
    after(delayMs, task) {
      const timer = window.setTimeout(task, delayMs)
      return () => window.clearTimeout(timer)
    },
  }
}
