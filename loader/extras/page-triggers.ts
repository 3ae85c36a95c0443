import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Of what an element of the page puts into the composer. */
export const ASK_MAX_CHARACTERS = 2_000

const ASK_LINK = '#alcove:ask='
const SELECTOR = `[data-alcove-open],[data-alcove-ask],[data-alcove-thread],a[href^="${ASK_LINK}"]`

/**
 * Elements of the page that open the chat without a script, once the page has said that there are any. Only a
 * hand counts: a click that a script makes does nothing. Returns how to say whether, and how many are unread.
 *
 * @param run does a command of the page.
 */
export function createTriggers(
  { setOpen, signal }: HostPage,
  run: (name: string, ...args: readonly unknown[]) => Promise<unknown>,
) {
  let isOn = false
  let unread = 0

  function draw() {
    if (!isOn) return
    for (const element of ofDocument('querySelectorAll').call(document, '[data-alcove-unread]')) {
      element.textContent = unread > 0 ? `${unread}` : ''
    }
  }

  function handleClick(event: Event) {
    if (!isOn || !event.isTrusted || event.defaultPrevented) return
    const element = event
      .composedPath()
      .map((each) => each instanceof Element && each.closest(SELECTOR))
      .find(Boolean)
    if (!element) return
    event.preventDefault()
    const thread = element.getAttribute('data-alcove-thread')
    const link = element.getAttribute('href') ?? ''
    const ask = element.getAttribute('data-alcove-ask') ?? readLink(link)
    // What goes wrong stands in the panel, or in the console.
    const quiet = () => {}
    setOpen(true, 'user').catch(quiet)
    if (thread) run('openThread', thread).catch(quiet)
    if (ask) run('setComposer', ask.slice(0, ASK_MAX_CHARACTERS)).catch(quiet)
  }

  document.addEventListener('click', handleClick, { signal })
  return {
    follow(isNowOn: boolean) {
      isOn = isNowOn
      draw()
    },
    draw(count = unread) {
      unread = count
      draw()
    },
  }
}

function readLink(href: string): string {
  const text = href.startsWith(ASK_LINK) ? href.slice(ASK_LINK.length) : ''
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that means itself.
    return text
  }
}
