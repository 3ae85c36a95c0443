import { PAINTED } from '../shared/bridge/painted.ts'

/** Calls back when the frame's document has painted the owner's look. */
export function watchPaint(
  iframe: HTMLIFrameElement,
  { origin }: URL,
  onPaint: () => void,
  signal: AbortSignal,
): void {
  addEventListener(
    'message',
    (event) => {
      const isFrames = event.source === iframe.contentWindow && event.origin === origin
      if (isFrames && event.data === PAINTED) onPaint()
    },
    { signal },
  )
}
