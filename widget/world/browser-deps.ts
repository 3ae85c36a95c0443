import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import type { Clock } from '../api/clock.ts'
import { type CreateCloud, createNoCloud } from '../api/cloud.ts'
import type { AnswerSource } from './answer-source.ts'
import { createBrowserConnection } from './browser-connection.ts'
import type { ChatDeps } from './chat-deps.ts'

type BrowserWindow = Window & typeof globalThis

/** Facts about the project in the frame's document. */
export interface ProjectFacts extends Pick<FrameConfig, 'readOnly' | 'chatEndpoint' | 'assistant'> {
  /** Address that answers in a preview, unless the project has an endpoint of its own. */
  readonly previewChat?: string
}

/**
 * Makes the dependencies of a real frame.
 *
 * @param base address of its server; empty: no server.
 * @param supplied makes the operator's client, used instead of the client of `base`.
 * @param project facts from its document.
 */
export function createBrowserDeps(
  window: BrowserWindow,
  base: string,
  supplied?: CreateCloud,
  project: ProjectFacts = {},
): ChatDeps {
  const { document, navigator } = window
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const connection = createBrowserConnection(window)
  const listen = (target: EventTarget, types: readonly string[], listener: () => void) => {
    for (const type of types) target.addEventListener(type, listener)
    return () => {
      for (const type of types) target.removeEventListener(type, listener)
    }
  }

  return {
    base,
    createCloud: supplied ?? (base === '' ? createNoCloud : undefined),
    answers: chooseAnswers(project),
    isReadOnly: project.readOnly,
    hasSpeech: 'speechSynthesis' in window,
    // A beacon to another origin would carry cookies, which its server does not allow.
    ...(isOwnOrigin(window, base)
      ? { sendBeacon: (url, body) => navigator.sendBeacon(url, body) }
      : {}),
    fetch: connection.fetch,
    clock: createBrowserClock(window),
    random: () => Math.random(),
    openStorage: () => window.localStorage,
    openTabStorage: () => window.sessionStorage,
    device: {
      openDatabase: () => window.indexedDB,
      openChannel: (name) => new window.BroadcastChannel(name),
      hasFocus: () => document.hasFocus(),
    },
    createRequest: () => new window.XMLHttpRequest(),
    ...(navigator.locks
      ? {
          locks: {
            // Limit: LOCK_WAIT_MS or LEADER_WAIT_MS, in `underLock`: "goes on without a lock that does not come in
            // time, and not before".
            request: async (name, options, task) => navigator.locks.request(name, options, task),
          },
        }
      : {}),
    pace: {
      isImmediate: () =>
        document.visibilityState === 'hidden' ||
        reducedMotion.matches ||
        document.documentElement.hasAttribute('data-still'),
      subscribe(listener) {
        const stopWatching = [
          listen(document, ['visibilitychange'], listener),
          listen(reducedMotion, ['change'], listener),
        ]
        return () => stopWatching.forEach((stop) => stop())
      },
    },
    // A hidden page needs no time to draw, and its timers may take a minute.
    letDraw: async () => {
      if (document.visibilityState === 'visible') {
        // No limit: a timer of no delay.
        await new Promise<void>((resolve) => window.setTimeout(resolve))
      }
    },
    wake: {
      isOnline: connection.isOnline,
      subscribe(listener) {
        const handleVisibility = () => {
          if (document.visibilityState === 'visible') listener()
        }
        const handleShow = ({ persisted }: PageTransitionEvent) =>
          listener(persisted ? 'restored' : undefined)
        window.addEventListener('pageshow', handleShow)
        const stopWatching = [
          () => window.removeEventListener('pageshow', handleShow),
          listen(window, ['online'], () => listener()),
          listen(document, ['resume'], () => listener()),
          listen(document, ['visibilitychange'], handleVisibility),
        ]
        return () => stopWatching.forEach((stop) => stop())
      },
    },
    connection,
    report: (text, error) => console.error(text, error),
  }
}

const isOwnOrigin = ({ location }: BrowserWindow, base: string): boolean =>
  base !== '' && new URL(base, location.href).origin === location.origin

function chooseAnswers(project: ProjectFacts): AnswerSource | undefined {
  const { chatEndpoint, previewChat, assistant } = project
  if (chatEndpoint !== undefined) return { type: 'endpoint', url: chatEndpoint }
  if (previewChat !== undefined) return { type: 'endpoint', url: previewChat, isOurs: true }
  return assistant === undefined ? undefined : { type: 'assistant', assistantId: assistant }
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
