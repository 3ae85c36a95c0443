import { ofDocument } from '../own-document.ts'

/**
 * While a sheet is open the page is inert and does not scroll; afterwards all is as it was. Returns
 * how to say which it is, to be called again when the page may have got a new body.
 */
export function createPageLock(root: Element): (isLocked: boolean) => void {
  const page = ofDocument('documentElement')
  let undo: (() => void)[] = []

  function lockScroll() {
    const { scrollX: left, scrollY: top } = window
    const overflow = page.style.getPropertyValue('overflow')
    const priority = page.style.getPropertyPriority('overflow')
    page.style.setProperty('overflow', 'hidden', 'important')
    undo.push(() => {
      page.style.setProperty('overflow', overflow, priority)
      scrollTo({ left, top, behavior: 'instant' })
    })
  }

  return (isLocked) => {
    if (!isLocked) {
      for (const step of undo) step()
      undo = []
      return
    }
    if (undo.length === 0) lockScroll()
    for (const element of page.children as HTMLCollectionOf<HTMLElement>) {
      // What the page itself made inert stays so afterwards.
      if (element === root || element === ofDocument('head') || element.inert) continue
      element.inert = true
      undo.push(() => (element.inert = false))
    }
  }
}
