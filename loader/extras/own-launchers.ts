import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

const UNREAD_ATTRIBUTE = 'data-alcove-count'

/** The page's own elements that open and close the chat in the launcher's place, also those to come. */
export function createOwnLaunchers({ setOpen, move, signal }: HostPage) {
  let selector: string | undefined
  let isOpen = false
  let unread = 0
  const drawn = new Set<Element>()

  const find = (target: EventTarget | null) =>
    selector !== undefined && target instanceof Element ? target.closest(selector) : null
  /** Through shadow roots as well: there the target is the host. */
  const findIn = (event: Event) => event.composedPath().map(find).find(Boolean)

  document.addEventListener(
    'click',
    (event) => {
      if (event.defaultPrevented || !findIn(event)) return
      // A link leads to the chat, not away.
      event.preventDefault()
      // What goes wrong stands in the panel.
      setOpen(undefined, 'user').catch(() => {})
    },
    { signal },
  )
  const handleHand = (event: Event) => {
    if (!findIn(event)) return
    // One that came after the last look at the page is told how it stands before it is pressed.
    draw()
    move('wanted')
  }
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, handleHand, { signal })
  }

  function clear() {
    for (const element of drawn) {
      for (const name of ['aria-haspopup', 'aria-expanded', UNREAD_ATTRIBUTE]) {
        element.removeAttribute(name)
      }
    }
    drawn.clear()
  }

  function draw(isNowOpen = isOpen, nowUnread = unread) {
    isOpen = isNowOpen
    unread = nowUnread
    if (selector === undefined) return
    for (const element of ofDocument('querySelectorAll').call(document, selector)) {
      drawn.add(element)
      element.setAttribute('aria-haspopup', 'dialog')
      element.setAttribute('aria-expanded', `${isOpen}`)
      if (unread > 0) element.setAttribute(UNREAD_ATTRIBUTE, `${unread}`)
      else element.removeAttribute(UNREAD_ATTRIBUTE)
    }
  }

  signal.addEventListener('abort', clear)
  return {
    /** @param given a selector, or `none`. */
    follow(given: string | undefined) {
      const next = given === 'none' ? undefined : given
      if (next !== selector) clear()
      selector = next
      draw()
    },
    draw,
  }
}
