import { acceptFrame } from '../shared/bridge/accept-frame.ts'
import type { FrameSetup } from '../shared/bridge/contract.ts'
import { HANDSHAKE_TIMEOUT_MS } from '../shared/bridge/handshake.ts'
import { AlcoveError } from '../shared/errors.ts'

/** How long after the iframe's `load` a hello may come. A refused document never says it. */
export const HELLO_TIMEOUT_MS = 5_000

/**
 * Keeps the iframe's document and this page connected, over every load of it. Returns how to load
 * it; called again, it is loaded anew.
 *
 * @param onPort gets a proved frame's port, or none when the one before is of no use any more.
 */
export function createFrameLink(
  iframe: HTMLIFrameElement,
  url: URL,
  getSetup: () => FrameSetup,
  onPort: (port?: MessagePort, build?: string) => void,
  onFail: (error: AlcoveError) => void,
  signal: AbortSignal,
): () => void {
  let nonce: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasGreeted = false

  function waitForHello(limitMs: number) {
    hasGreeted = false
    onPort()
    clearTimeout(timer)
    timer = setTimeout(onFail, limitMs, new AlcoveError('frame_timeout', url.href))
  }

  function handleMessage(event: MessageEvent) {
    try {
      const accepted = acceptFrame(event, iframe.contentWindow, url.origin, nonce, getSetup)
      if (!accepted) return
      nonce = accepted.nonce
      onPort(accepted.port, accepted.build)
    } catch (error) {
      onPort()
      onFail(error as AlcoveError)
    }
    clearTimeout(timer)
    hasGreeted = true
  }

  window.addEventListener('message', handleMessage, { signal })
  // A document that greets does so before its `load`, as a rule. One that did not is another
  // document than the port belongs to, or none at all.
  iframe.onload = () => {
    if (hasGreeted) hasGreeted = false
    else waitForHello(HELLO_TIMEOUT_MS)
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    onPort()
  })

  return () => {
    waitForHello(HANDSHAKE_TIMEOUT_MS)
    iframe.src = url.href
  }
}
