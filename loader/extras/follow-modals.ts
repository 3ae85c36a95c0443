import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** `moveBefore` moves an element without reloading its content. Not every engine has it. */
type Movable = ParentNode & { moveBefore?: (node: Node, before: Node | null) => void }

/**
 * Keeps the chat usable while the page has a modal dialog open, which makes everything around it inert. The
 * chat moves into the dialog, and back to the document element afterwards; its frame is never reloaded. In an
 * engine without `moveBefore` the chat is hidden meanwhile, so that it does not look usable while it is
 * inert.
 */
export function followModals({ root, panel, insert, signal }: HostPage): void {
  const page = ofDocument('documentElement')
  const box = panel.parentElement!
  /** Open dialogs, the newest last. */
  let open: Element[] = [...ofDocument('querySelectorAll').call(document, 'dialog:modal')]

  let isInside = false

  /** A dialog that is removed from the page is closed without an event. */
  const leaving = new MutationObserver(follow)

  function follow() {
    if (signal.aborted) return
    open = open.filter((dialog) => dialog.isConnected && dialog.matches(':modal'))
    const place = (open.at(-1) ?? page) as Movable
    leaving.disconnect()
    if (place !== page) leaving.observe(page, { childList: true, subtree: true })
    const isMovable = !!place.moveBefore
    box.hidden = place !== page && !isMovable
    // The chat was removed together with its dialog. A chat that is not on the page yet is inserted as soon
    // as the page is ready.
    if (isInside && !root.isConnected) insert()
    isInside = place !== page
    if (root.isConnected && root.parentNode !== place) place.moveBefore?.(root, null)
  }

  // The event does not bubble, and also fires for popovers and details.
  window.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDialogElement)) return
      open = [...open.filter((dialog) => dialog !== target), target]
      follow()
    },
    { capture: true, signal },
  )
  signal.addEventListener('abort', () => leaving.disconnect())
  follow()
}
