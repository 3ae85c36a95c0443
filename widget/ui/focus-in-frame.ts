/** The page's word that it passes a press of the visitor on, while the browser lets it. */
export const PRESS = 'alcove:press'
/** WebKit passes a press on for so long. */
export const PRESS_LIFE_MS = 1_000

const nothing = (): void => {}

/**
 * Focuses an element. WebKit lets a frame do that only while it handles a press: the visitor's own in the frame, or one
 * of the page's that came with a message. Where it refuses, the element waits for such a message; without one the first
 * key would go past the input method, and a screen reader would stay at the frame.
 *
 * @returns how to wait no longer.
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
