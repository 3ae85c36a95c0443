/** The reader's wishes about the view, as opposed to effects of layout. */
export type ScrollIntent = 'user-moved-up' | 'user-moved-down'

/** Fingers tremble: shorter movements are not drags. */
const DRAG_SLACK_PX = 4

const UP_KEYS = new Set(['PageUp', 'ArrowUp', 'Home'])
const DOWN_KEYS = new Set(['PageDown', 'ArrowDown', 'End'])

/** Watches wheel, touch, keys, scrollbar, selection and focus in `log`. Returns the function that stops this. */
export function listenScrollIntent(
  log: HTMLElement,
  onIntent: (intent: ScrollIntent) => void,
): () => void {
  const lifetime = new AbortController()
  const options = { passive: true, signal: lifetime.signal }
  let touchY = 0

  log.addEventListener(
    'wheel',
    (event) => {
      // With Ctrl the wheel zooms.
      if (event.ctrlKey) return
      if (event.deltaY < 0) onIntent('user-moved-up')
      if (event.deltaY > 0) onIntent('user-moved-down')
    },
    options,
  )
  log.addEventListener('touchstart', (event) => (touchY = event.touches[0]?.clientY ?? 0), options)
  log.addEventListener(
    'touchmove',
    (event) => {
      const moved = (event.touches[0]?.clientY ?? touchY) - touchY
      if (moved > DRAG_SLACK_PX) onIntent('user-moved-up')
      if (moved < -DRAG_SLACK_PX) onIntent('user-moved-down')
    },
    options,
  )
  log.addEventListener(
    'keydown',
    (event) => {
      if (UP_KEYS.has(event.key) || (event.key === ' ' && event.shiftKey)) onIntent('user-moved-up')
      else if (DOWN_KEYS.has(event.key) || event.key === ' ') onIntent('user-moved-down')
    },
    options,
  )
  log.addEventListener(
    'pointerdown',
    (event) => {
      // Only the scrollbar belongs to the log itself and lies outside its client box.
      const isScrollbar = event.target === log && event.offsetX > log.clientWidth
      const isScrollbarRtl = event.target === log && event.offsetX < 0
      if (!isScrollbar && !isScrollbarRtl) return
      onIntent('user-moved-up')
      onIntent('user-moved-down')
    },
    options,
  )
  log.addEventListener(
    'focusin',
    ({ target }) => {
      const article = target instanceof Element ? target.closest('article') : null
      if (article !== null && article.nextElementSibling !== null) onIntent('user-moved-up')
    },
    options,
  )
  // Find in page is about to show a folded message.
  log.addEventListener('beforematch', () => onIntent('user-moved-up'), {
    ...options,
    capture: true,
  })
  log.ownerDocument.addEventListener(
    'selectionchange',
    () => {
      const selection = log.ownerDocument.getSelection()
      if (selection && !selection.isCollapsed && log.contains(selection.anchorNode)) {
        onIntent('user-moved-up')
      }
    },
    options,
  )
  return () => lifetime.abort()
}
