import { ofDocument } from '../own-document.ts'

/** What takes the key for itself: dialogs and popovers of the browser's, wherever the focus is. */
const OPEN_ABOVE = ':is(:modal, :popover-open)'
/** Or one of the page's own making, which the focus is in. */
const OWN_LAYER = '[role$=dialog], [role=menu], [role=listbox], [aria-haspopup][aria-expanded=true]'

/**
 * Closes the chat with Escape, wherever on the page the focus is, unless the key is somebody else's:
 * one press closes one thing.
 */
export function closeOnEscape(close: () => void, signal: AbortSignal): void {
  window.addEventListener(
    'keydown',
    ({ key, isComposing, defaultPrevented, target }) => {
      if (key !== 'Escape' || isComposing || defaultPrevented) return
      // Still in its layer, also when the page has just taken that out of the document.
      const isTheirs = target instanceof Element && target.closest(OWN_LAYER) !== null
      if (!isTheirs && !ofDocument('querySelector').call(document, OPEN_ABOVE)) close()
    },
    { signal },
  )
}
