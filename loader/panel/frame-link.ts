import type { Channel } from '../../shared/bridge/channel.ts'
import { acceptFrame, HANDSHAKE_TIMEOUT_MS } from '../../shared/bridge/handshake.ts'
import type { FrameEvents, FrameMethods, FrameSetup } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { HostPage } from './host-page.ts'
import { isLocalNetworkRefused } from './local-network.ts'

/** How long after the iframe's `load` a hello may come. A refused document never says it. */
export const HELLO_TIMEOUT_MS = 5_000

/** So begins what a document says again and again whose script did not come; `widget/index.html` has it. */
const BROKEN = 'alcove:broken'

/**
 * Keeps the iframe's document and this page connected, over every load of it; the first is under way.
 * Returns how to load it anew.
 *
 * @param onPort gets a proved frame's port, or none when the one before is of no use any more.
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
   * A document's hello and its `load` come in either order: 1 after a hello whose `load` is still to
   * come, -1 after a `load` whose hello is, else 0.
   */
  let balance = hasLoaded ? -1 : 0
  /** The browser keeps this page from the local network, and shows an error page in the frame. */
  let isRefused = false

  function waitForHello(limitMs: number) {
    stop()
    // A browser that asks the visitor fires no `load` before the answer.
    void isLocalNetworkRefused().then((isNow) => (isRefused = isNow))
    timer = setTimeout(() => {
      if (limitMs === HELLO_TIMEOUT_MS) return end()
      console.warn(`[Alcove] frame_timeout? Nothing from ${url.href} for 5 s.`)
      timer = setTimeout(end, limitMs - HELLO_TIMEOUT_MS)
    }, HELLO_TIMEOUT_MS)
  }

  function end() {
    // That document never greets; the next one starts anew.
    balance = 0
    onFail(new AlcoveError(isRefused ? 'network_refused' : 'frame_timeout', url.href))
  }

  /** Nothing is expected, and nobody spoken with. */
  function stop() {
    clearTimeout(timer)
    onPort()
  }

  function giveUp(error: AlcoveError) {
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
    if (isFrames && data === BROKEN) return giveUp(new AlcoveError('script_failed', url.href))
    // It greets again and again: until what it is told is known.
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
      giveUp(error as AlcoveError)
    }
  }

  watchPolicy(url, () => onFail(new AlcoveError('frame_blocked_csp', url.origin)), signal)
  addEventListener('message', handleMessage, { signal })
  iframe.onload = () => {
    // A `load` without a hello is of another document than the port is, or of none that greets.
    if (--balance < 0) {
      balance = -1
      waitForHello(HELLO_TIMEOUT_MS)
    }
  }
  signal.addEventListener('abort', stop)

  // Of a frame that nobody asked for yet nothing is expected, nor of one that went while this file came.
  if (iframe.src && !signal.aborted)
    waitForHello(hasLoaded ? HELLO_TIMEOUT_MS : HANDSHAKE_TIMEOUT_MS)
  return () => {
    balance = 0
    waitForHello(HANDSHAKE_TIMEOUT_MS)
    iframe.src = url.href
  }
}

/** What both ways of hearing of a violation tell. */
interface Violation {
  readonly effectiveDirective?: string
  readonly disposition?: string
  /** Of an event. */
  readonly blockedURI?: string
  /** Of a report. */
  readonly blockedURL?: string
}

/**
 * Calls back when the page's own Content-Security-Policy keeps the frame out: the browser tells the page, and
 * nobody has to wait for a frame that cannot come. Chromium also tells what it kept out before this file was there.
 */
function watchPolicy(frame: URL, onBlocked: () => void, signal: AbortSignal): void {
  function hear({ effectiveDirective, disposition, blockedURI, blockedURL }: Violation) {
    // A policy that only reports keeps nothing out.
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

/** What the page's side can speak with: the frame of now, or none, and the calls that wait for the next one. */
export function createFramePort(signal: AbortSignal) {
  let channel: FrameChannel | undefined
  let waiting: PromiseWithResolvers<FrameChannel> | undefined

  return {
    now: () => channel,
    /** From now on; without a channel, with none. */
    connect(next: FrameChannel | undefined) {
      channel?.close()
      channel = next
      if (signal.aborted) waiting?.reject(signal.reason)
      if (!next) return
      waiting?.resolve(next)
      waiting = undefined
    },
    /** It does not come: whoever waits is told. */
    fail(error: unknown) {
      waiting?.reject(error)
      waiting = undefined
    },
    /** The frame, which is loaded for whoever asks. */
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
