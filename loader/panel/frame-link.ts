import { acceptFrame, HANDSHAKE_TIMEOUT_MS } from '../../shared/bridge/handshake.ts'
import type { FrameSetup } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'

/** How long after the iframe's `load` a hello may come. A refused document never says it. */
export const HELLO_TIMEOUT_MS = 5_000

/**
 * Keeps the iframe's document and this page connected, over every load of it; the first is under way.
 * Returns how to load it anew.
 *
 * @param onPort gets a proved frame's port, or none when the one before is of no use any more.
 * @param isHeld whether a frame has to wait for its setup.
 * @param hasLoaded whether the `load` of the first is over.
 */
export function createFrameLink(
  iframe: HTMLIFrameElement,
  url: URL,
  getSetup: () => FrameSetup,
  onPort: (port?: MessagePort, build?: string) => void,
  onFail: (error: AlcoveError) => void,
  signal: AbortSignal,
  hasLoaded: boolean,
  isHeld: () => unknown = () => false,
): () => void {
  let nonce: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * A document's hello and its `load` come in either order: 1 after a hello whose `load` is still to
   * come, -1 after a `load` whose hello is, else 0.
   */
  let balance = hasLoaded ? -1 : 0

  function waitForHello(limitMs: number) {
    onPort()
    clearTimeout(timer)
    timer = setTimeout(() => {
      // That document never greets; the next one starts anew.
      balance = 0
      onFail(new AlcoveError('frame_timeout', url.href))
    }, limitMs)
  }

  function handleHello(given: string) {
    nonce = given
    balance = balance < 0 ? 0 : 1
    clearTimeout(timer)
  }

  function handleMessage(event: MessageEvent) {
    // It greets again and again: until what it is told is known.
    if (isHeld()) {
      if (event.source === iframe.contentWindow && event.origin === url.origin) clearTimeout(timer)
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
      onPort()
      onFail(error as AlcoveError)
    }
  }

  window.addEventListener('message', handleMessage, { signal })
  iframe.onload = () => {
    // A `load` without a hello is of another document than the port is, or of none that greets.
    if (--balance < 0) {
      balance = -1
      waitForHello(HELLO_TIMEOUT_MS)
    }
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    onPort()
  })

  waitForHello(hasLoaded ? HELLO_TIMEOUT_MS : HANDSHAKE_TIMEOUT_MS)
  return () => {
    balance = 0
    waitForHello(HANDSHAKE_TIMEOUT_MS)
    iframe.src = url.href
  }
}
