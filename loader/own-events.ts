import { ofDocument } from './own-document.ts'

/** Dialogs that a page's library created. For the browser's own dialogs the chat moves, see `follow-modals.ts`. */
const OWN_MODALS = '[aria-modal=true],[role$=dialog]:not(dialog)'

/** Each of these events makes some library close its dialog, swallow the press, or move the focus back. */
const TAKEN_EVENTS = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'pointerup',
  'mouseup',
  'touchend',
  'click',
  'focus',
  'focusin',
]

/**
 * Hides presses and focus changes in the chat from the page while a dialog of its library is open: such
 * libraries treat events outside of the dialog as a request to close it. The chat's own elements get a copy
 * of each event.
 */
export function keepOwnEvents(root: Element, signal: AbortSignal): void {
  const hasModal = () =>
    [...ofDocument('querySelectorAll').call(document, OWN_MODALS)].some(
      // Older browsers do not have `checkVisibility`.
      (dialog) =>
        (dialog as Partial<Element>).checkVisibility?.({ visibilityProperty: true }) ?? true,
    )

  function keep(event: Event) {
    const path = event.composedPath()
    if (!path.includes(root) || !event.isTrusted || !hasModal()) return
    event.stopImmediatePropagation()
    // The dispatched copy also triggers the default action.
    if (event.type === 'click') event.preventDefault()
    // The iframe is an element of the page's own tree: a copy would reach the page, and nothing waits for it.
    const target = path[0] as Node
    if (target.getRootNode() === root.shadowRoot)
      target.dispatchEvent(new Event(event.type, { bubbles: event.bubbles, cancelable: true }))
  }

  // On the window, before libraries: they listen on the document, or on the window when their dialog opens.
  for (const type of TAKEN_EVENTS) addEventListener(type, keep, { capture: true, signal })
  // Elements of the dialog are notified that they lost the focus. A library on the document would take it
  // back.
  ofDocument('documentElement').addEventListener(
    'focusout',
    (event) => {
      if (root.contains(event.relatedTarget as Node | null) && hasModal()) event.stopPropagation()
    },
    { signal },
  )
}
