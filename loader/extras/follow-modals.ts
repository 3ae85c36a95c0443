import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Not in every engine: moves an element without loading what is in it again. */
type Movable = ParentNode & { moveBefore?: (node: Node, before: Node | null) => void }

/**
 * A page's modal dialog makes all around it inert, the chat too. While one is open the chat stands in it, and is
 * used as ever; afterwards it is back on the document element, and its frame was never loaded again. In an engine
 * that cannot move it that way, the chat is hidden meanwhile: nothing that looks usable is dead.
 */
export function followModals({ root, panel, insert, signal }: HostPage): void {
  const page = ofDocument('documentElement')
  const box = panel.parentElement!
  /** Those that are open, the newest last. */
  let open: Element[] = [...ofDocument('querySelectorAll').call(document, 'dialog:modal')]

  let isInside = false

  /** A dialog that is taken out of the page is closed, and says nothing. */
  const leaving = new MutationObserver(follow)

  function follow() {
    if (signal.aborted) return
    open = open.filter((dialog) => dialog.isConnected && dialog.matches(':modal'))
    const place = (open.at(-1) ?? page) as Movable
    leaving.disconnect()
    if (place !== page) leaving.observe(page, { childList: true, subtree: true })
    const isMovable = !!place.moveBefore
    box.hidden = place !== page && !isMovable
    // It went with its dialog. One that was nowhere yet comes when its page is ready for it.
    if (isInside && !root.isConnected) insert()
    isInside = place !== page
    if (root.isConnected && root.parentNode !== place) place.moveBefore?.(root, null)
  }

  // It does not bubble, and is told of popovers and details as well.
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
