import { ofDocument } from '../own-document.ts'

/**
 * Returns how to say whether a sidebar pushes the page aside: one margin on the document element, gone
 * afterwards as if it had never been. A page that nobody has touched yet is not moved.
 */
export function createPageMargin(
  panel: HTMLElement,
  signal: AbortSignal,
): (isPushed: boolean) => void {
  const page = ofDocument('documentElement')
  let undo: (() => void) | undefined
  /** As it was set last. */
  let set: readonly [name: string, value: string] | undefined

  function readMargin() {
    const { left, width } = panel.getBoundingClientRect()
    // By where it lies: the page may be written from either side.
    const name = left > innerWidth - left - width ? 'margin-right' : 'margin-left'
    // A sheet covers the page; there is nothing to push.
    return panel.offsetWidth < innerWidth ? ([name, `${panel.offsetWidth}px`] as const) : undefined
  }

  function change(next: typeof set) {
    if (String(next) === String(set)) return
    undo?.()
    undo = undefined
    set = next
    if (!next) return
    const [name, value] = next
    const style = page.getAttribute('style')
    const before = [
      page.style.getPropertyValue(name),
      page.style.getPropertyPriority(name),
    ] as const
    page.style.setProperty(name, value, 'important')
    undo = () => {
      page.style.setProperty(name, ...before)
      if (style === null && page.getAttribute('style') === '') page.removeAttribute('style')
    }
  }

  const setMargin = (isPushed: boolean) => {
    if (!isPushed) change(undefined)
    // Older browsers do not tell.
    else if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? true) {
      change(readMargin())
    }
  }
  signal.addEventListener('abort', () => setMargin(false))
  return setMargin
}
