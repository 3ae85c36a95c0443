import { CONTEXT_NAME_MAX_CHARACTERS } from '../../shared/context-data.ts'
import type { PageReference } from '../chat-commands.ts'
import { ofDocument } from '../own-document.ts'
import type { GivenOptions } from '../page-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import { isOn, isSending } from './place-options.ts'

const UNREAD_ATTRIBUTE = 'data-alcove-count'

/** Length limit of the text that an element of the page puts into the composer. */
export const ASK_MAX_CHARACTERS = 2_000

type Run = (name: string, ...args: readonly unknown[]) => Promise<unknown>

/**
 * The page's own elements that belong to the chat, if the page enables them: elements that open the chat or
 * show its state, and the title.
 *
 * @param run runs a command of the page.
 */
export function createOwnElements(page: HostPage, run: Run) {
  const launchers = createOwnLaunchers(page)
  const triggers = createTriggers(page, run)
  const drawTitle = createTitleBadge(page.signal)
  return {
    follow(given: GivenOptions) {
      launchers.follow(typeof given.launcher === 'string' ? given.launcher : undefined)
      triggers.follow(given.triggers)
    },
    draw(isOpen: boolean, unread: number, isCounted: boolean) {
      launchers.draw(isOpen, unread)
      triggers.draw(unread)
      drawTitle(isCounted ? unread : 0)
    },
    /** The page may have added elements since the last drawing. */
    redraw() {
      launchers.draw()
      triggers.draw()
    },
  }
}

/** Listens on the document, even if an element of the page has the same name as the method. */
const listen = (name: string, listener: (event: Event) => void, signal: AbortSignal) =>
  ofDocument('addEventListener').call(document, name, listener, { signal })

/** Elements of the page, present and future, that open and close the chat instead of the launcher. */
function createOwnLaunchers({ setOpen, move, signal }: HostPage) {
  let selector: string | undefined
  let isOpen = false
  let unread = 0
  const drawn = new Set<Element>()

  const find = (target: EventTarget | null) =>
    selector !== undefined && target instanceof Element ? target.closest(selector) : null
  /** Uses the composed path, because inside shadow roots the event's target is the host. */
  const findIn = (event: Event) => event.composedPath().map(find).find(Boolean)

  const handleClick = (event: Event) => {
    if (event.defaultPrevented || !findIn(event)) return
    // A link opens the chat and must not navigate.
    event.preventDefault()
    // The panel shows the failure.
    setOpen(undefined, 'user').catch(() => {})
  }
  listen('click', handleClick, signal)
  const handleHand = (event: Event) => {
    if (!findIn(event)) return
    // An element that was added after the last drawing gets its state before it is pressed.
    draw()
    move('wanted')
  }
  for (const name of ['pointerover', 'focusin']) {
    listen(name, handleHand, signal)
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

const ASK_LINK = '#alcove:ask='
const SELECTOR = `[data-alcove-open],[data-alcove-ask],[data-alcove-thread],[data-alcove-context],a[href^="${ASK_LINK}"]`
const SENDING_SELECTOR = `${SELECTOR},[data-alcove-send]`

/**
 * Elements of the page that open the chat without a script, after the page has enabled them. Only real
 * presses count; clicks by scripts are ignored. Returns a function that sets whether they are enabled and the
 * number of unread answers.
 */
function createTriggers({ setOpen, signal }: HostPage, run: Run) {
  let isListening = false
  let maySend = false
  let unread = 0

  function draw() {
    if (!isListening) return
    for (const element of ofDocument('querySelectorAll').call(document, '[data-alcove-unread]')) {
      element.textContent = unread > 0 ? `${unread}` : ''
    }
  }

  function handleClick(event: Event) {
    if (!isListening || !event.isTrusted || event.defaultPrevented) return
    const selector = maySend ? SENDING_SELECTOR : SELECTOR
    const element = event
      .composedPath()
      .map((each) => each instanceof Element && each.closest(selector))
      .find(Boolean)
    if (!element) return
    event.preventDefault()
    const thread = element.getAttribute('data-alcove-thread')
    const about = element.getAttribute('data-alcove-context')
    const link = element.getAttribute('href') ?? ''
    const ask = element.getAttribute('data-alcove-ask') ?? readLink(link)
    // The panel or the console shows the failure.
    const quiet = () => {}
    setOpen(true, 'user').catch(quiet)
    if (thread) run('openThread', thread).catch(quiet)
    if (ask) run('setComposer', ask.slice(0, ASK_MAX_CHARACTERS)).catch(quiet)
    const message = maySend && element.getAttribute('data-alcove-send')
    if (message) run('send', message.slice(0, ASK_MAX_CHARACTERS)).catch(quiet)
    if (about !== null) run('askAbout', readReference(element, about)).catch(quiet)
  }

  listen('click', handleClick, signal)
  return {
    follow(given: unknown) {
      maySend = isSending(given)
      isListening = maySend || isOn(given)
      draw()
    },
    draw(count = unread) {
      unread = count
      draw()
    },
  }
}

/**
 * The reference for the pressed element: the selected text, or the text of the closest element with an id,
 * which allows an answer to link back to it.
 */
function readReference(element: Element, given: string): PageReference {
  const around = element.closest<HTMLElement>('[id]')
  const text = (getSelection()?.toString() || around?.innerText || '')
    .trim()
    .slice(0, ASK_MAX_CHARACTERS)
  return {
    label: (given || text || 'This').slice(0, CONTEXT_NAME_MAX_CHARACTERS),
    text,
    ...(around && { link: `${location.origin + location.pathname}#${around.id}` }),
  }
}

function readLink(href: string): string {
  const text = href.startsWith(ASK_LINK) ? href.slice(ASK_LINK.length) : ''
  try {
    return decodeURIComponent(text)
  } catch {
    // A literal percent sign.
    return text
  }
}

/**
 * Returns a function that sets the number of unread answers at the start of the page's title. The page may
 * change the rest of the title.
 */
function createTitleBadge(signal: AbortSignal): (count: number) => void {
  let badge = ''
  const draw = (count: number) => {
    const title = ofDocument('title')
    const rest = title.startsWith(badge) ? title.slice(badge.length) : title
    badge = count > 0 ? `(${count}) ` : ''
    if (badge + rest !== title) Reflect.set(Document.prototype, 'title', badge + rest, document)
  }
  signal.addEventListener('abort', () => draw(0))
  return draw
}
