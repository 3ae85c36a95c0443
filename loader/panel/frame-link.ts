import type { Channel } from '../../shared/bridge/channel.ts'
import { acceptFrame, HANDSHAKE_TIMEOUT_MS } from '../../shared/bridge/handshake.ts'
import type { FrameEvents, FrameMethods, FrameSetup } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { HostPage } from './host-page.ts'
import { isLocalNetworkRefused } from './local-network.ts'

/** How long after the iframe's `load` a hello may come. A blocked document never sends it. */
export const HELLO_TIMEOUT_MS = 5_000

/** Prefix of the message that a document repeats if its script did not load; see `widget/index.html`. */
const BROKEN = 'alcove:broken'

/**
 * Connects the iframe's document with this page, across each load of it; the first has already started.
 * Returns a function that reloads it.
 *
 * @param onPort gets the port of a frame after the handshake, or undefined when the earlier one is invalid.
 * @param isHeld whether a frame has to wait for its setup.
 */
export function createFrameLink(
  {
    iframe,
    url,
    signal,
    given,
  }: Pick<HostPage, 'iframe' | 'url' | 'signal'> & {
    readonly given: Pick<HostPage['given'], 'hasLoaded'>
  },
  getSetup: () => FrameSetup,
  onPort: (port?: MessagePort, build?: string) => void,
  onFail: (error: AlcoveError) => void,
  isHeld: () => unknown = () => false,
): () => void {
  const hasLoaded = iframe.src !== '' && given.hasLoaded === true
  let nonce: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * A document's hello and its `load` come in either order: 1 after a hello whose `load` is pending, -1 after
   * a `load` whose hello is pending, else 0.
   */
  let balance = hasLoaded ? -1 : 0
  /** The browser blocks the local network for this page, and shows an error page in the frame. */
  let isRefused = false

  function waitForHello(limitMs: number) {
    stop()
    // A browser that prompts the visitor fires no `load` before the answer.
    void isLocalNetworkRefused().then((isNow) => (isRefused = isNow))
    timer = setTimeout(() => {
      if (limitMs === HELLO_TIMEOUT_MS) return end()
      console.warn(`[Alcove] frame_timeout? Nothing from ${url.href} for 5 s.`)
      timer = setTimeout(end, limitMs - HELLO_TIMEOUT_MS)
    }, HELLO_TIMEOUT_MS)
  }

  function end() {
    // The blocked document never sends a hello; the next one starts again at 0.
    balance = 0
    onFail(new AlcoveError(isRefused ? 'network_refused' : 'frame_timeout', url.href))
  }

  /** Stops waiting, and closes the connection. */
  function stop() {
    clearTimeout(timer)
    onPort()
  }

  function fail(error: AlcoveError) {
    stop()
    onFail(error)
  }

  function handleHello(given: string) {
    nonce = given
    balance = balance < 0 ? 0 : 1
    clearTimeout(timer)
  }

  function handleMessage(event: MessageEvent) {
    const { source, origin, data } = event
    const isFrames = source === iframe.contentWindow && origin === url.origin
    if (isFrames && data === BROKEN) return fail(new AlcoveError('script_failed', url.href))
    // The frame repeats its hello until its setup is complete.
    if (isHeld()) {
      if (isFrames) clearTimeout(timer)
      return
    }
    try {
      const accepted = acceptFrame(
        event,
        iframe.contentWindow,
        url.origin,
        nonce,
        getSetup,
        handleHello,
      )
      if (accepted) onPort(accepted.port, accepted.build)
    } catch (error) {
      fail(error as AlcoveError)
    }
  }

  watchPolicy(url, () => onFail(new AlcoveError('frame_blocked_csp', url.origin)), signal)
  addEventListener('message', handleMessage, { signal })
  iframe.onload = () => {
    // A `load` without a hello belongs to another document than the port's, or to one that never sends a
    // hello.
    if (--balance < 0) {
      balance = -1
      waitForHello(HELLO_TIMEOUT_MS)
    }
  }
  signal.addEventListener('abort', stop)

  // A frame that is not loading yet is not expected to answer, nor one that was removed while this file
  // loaded.
  if (iframe.src && !signal.aborted)
    waitForHello(hasLoaded ? HELLO_TIMEOUT_MS : HANDSHAKE_TIMEOUT_MS)
  return () => {
    balance = 0
    waitForHello(HANDSHAKE_TIMEOUT_MS)
    iframe.src = url.href
  }
}

/** Fields of both kinds of reports about a violation. */
interface Violation {
  readonly effectiveDirective?: string
  readonly disposition?: string
  /** Of an event. */
  readonly blockedURI?: string
  /** Of a report. */
  readonly blockedURL?: string
}

/**
 * Calls back if the page's own Content-Security-Policy blocks the frame, so that no caller waits for the time
 * limit. Chromium also reports violations from before this file was loaded.
 */
function watchPolicy(frame: URL, onBlocked: () => void, signal: AbortSignal): void {
  function hear({ effectiveDirective, disposition, blockedURI, blockedURL }: Violation) {
    // A report-only policy blocks nothing.
    if (disposition === 'report' || !/^(frame|child)-src/.test(effectiveDirective ?? '')) return
    if ((blockedURI ?? blockedURL ?? '').startsWith(frame.origin)) onBlocked()
  }

  addEventListener('securitypolicyviolation', hear, { signal })
  if (typeof ReportingObserver === 'undefined') return
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) hear(body ?? {})
    },
    { types: ['csp-violation'], buffered: true },
  )
  observer.observe()
  signal.addEventListener('abort', () => observer.disconnect())
}

export type FrameChannel = Channel<FrameMethods, FrameEvents>

/** The current frame's channel, if there is one, and the calls that wait for the next one. */
export function createFramePort(signal: AbortSignal) {
  let channel: FrameChannel | undefined
  let waiting: PromiseWithResolvers<FrameChannel> | undefined

  return {
    now: () => channel,
    /** Sets the channel; undefined disconnects. */
    connect(next: FrameChannel | undefined) {
      channel?.close()
      channel = next
      if (signal.aborted) waiting?.reject(signal.reason)
      if (!next) return
      waiting?.resolve(next)
      waiting = undefined
    },
    /** The frame failed: rejects the waiting calls. */
    fail(error: unknown) {
      waiting?.reject(error)
      waiting = undefined
    },
    /** Resolves with the frame's channel, and loads the frame if necessary. */
    async connected(load: () => void) {
      signal.throwIfAborted()
      if (channel) return channel
      // Limit: HANDSHAKE_TIMEOUT_MS, after which `fail` is called: "after five silent seconds the console says so
      // once, and the frame has its thirty".
      waiting ??= Promise.withResolvers()
      load()
      return waiting.promise
    },
  }
}
