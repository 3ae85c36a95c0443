/** The page's message that it forwards a visitor's press, while the browser permits the focus. */
export const PRESS = 'alcove:press'
/** Time for which WebKit forwards a press. */
export const PRESS_LIFE_MS = 1_000

const nothing = (): void => {}

/**
 * Focuses an element. WebKit permits this to a frame only while it handles a press: the visitor's own in the frame,
 * or one of the page's that came with a message. If refused, the element waits for such a message; without it, the
 * first key would bypass the input method, and a screen reader would stay at the frame.
 *
 * @returns a function that stops waiting.
 */
export function focusInFrame(element: HTMLElement): () => void {
  const { ownerDocument } = element
  const view = ownerDocument.defaultView
  const focus = () => {
    element.focus({ preventScroll: true })
    return ownerDocument.activeElement === element
  }
  if (focus() || !view) return nothing
  const waiting = new AbortController()
  const { signal } = waiting
  const handleMessage = ({ data, source }: MessageEvent) => {
    if (data === PRESS && source === view.parent && ownerDocument.hasFocus() && focus())
      waiting.abort()
  }
  view.addEventListener('message', handleMessage, { signal })
  const timer = view.setTimeout(() => waiting.abort(), PRESS_LIFE_MS)
  signal.addEventListener('abort', () => view.clearTimeout(timer))
  return () => waiting.abort()
}
