import type { AlcoveError } from '../../shared/errors.ts'
import { CHEVRON } from '../create-shell.ts'
import { createElement, createIcon } from '../own-document.ts'
import { keepPageHint } from '../page-hint.ts'
import type { HostPage } from './host-page.ts'
import type { ENGLISH } from './panel-view.ts'

type Words = typeof ENGLISH

/**
 * Answers that arrive while the panel is closed: shown on the launcher, announced to screen readers, and
 * stored for the next page. A page that only knows from its hint that something is unread has no number.
 */
export function createNews(
  {
    app,
    hint,
    launcher,
    panel,
    redraw,
    signal,
  }: Pick<HostPage, 'app' | 'hint' | 'launcher' | 'panel' | 'redraw' | 'signal'>,
  words: () => Words,
) {
  const remember = keepPageHint(app, signal)
  const announce = createNewsAnnouncer(panel.parentElement!, () => words().news)
  /** Start values come from the previous page's hint. The number of answers left unread is unknown. */
  let isRunning = hint === 'running'
  let isLeftUnread = hint === 'unread'
  /** The previous page's answer was not found yet: its hint stays for the next page, with its time. */
  let isUnsure = isRunning
  let count = 0

  /** The launcher of an open panel shows a chevron, because it closes the panel. */
  function addChevron() {
    const icon = launcher.querySelector('svg')!
    // Drawing the launcher again after a change of options removed the chevron.
    if (icon.childElementCount < 2) icon.append(createIcon(CHEVRON).firstChild!)
  }

  function drawOnLauncher(news: 'unread' | 'answering' | '') {
    launcher.className = news
    launcher.dataset['count'] = news === 'unread' && count > 0 ? String(Math.min(count, 99)) : ''
    // The number is announced only if it is greater than one.
    const suffix =
      news && `, ${words()[news]}` + (news === 'unread' && count > 1 ? `: ${count}` : '')
    launcher.setAttribute('aria-label', launcher.getAttribute('aria-label') + suffix)
  }

  return {
    get count() {
      return count
    },
    get isRunning() {
      return isRunning
    },
    /** The frame reports its number of unread answers, and whether one is running. */
    tell(nextCount: number, isNowRunning = isRunning, isNowUnsure = isUnsure) {
      count = nextCount
      isUnsure = isNowUnsure
      isRunning = isNowRunning
      redraw()
    },
    /** @param error the failure that just happened; the page does not hear of the frame's answer any more. */
    draw(isOpen: boolean, isUsable: boolean, error?: AlcoveError) {
      addChevron()
      // The answer may go on without this page's frame.
      isUnsure ||= isRunning && !!error
      isRunning &&= !error
      isLeftUnread &&= !isUsable
      const isUnread = isLeftUnread || !!count
      // A running answer takes precedence: the next page then loads the frame, which also knows about unread
      // ones.
      if (!isUnsure) remember(isRunning ? 'running' : isUnread ? 'unread' : undefined)
      drawOnLauncher(isOpen ? '' : isUnread ? 'unread' : isRunning ? 'answering' : '')
      announce(isOpen, count)
    },
  }
}

/** How long the text stays for screen readers. Later, people who browse the page would find it. */
export const NEWS_STANDS_MS = 7_000

/**
 * Announces on the host page that an answer arrived, because the chat's own announcer is silent behind a
 * closed panel. A live region has to exist before its text, or it is not announced; it has no role, because a
 * screen reader would read an empty status on every page. Returns a function that takes the current values; each
 * increase of `unread` is announced.
 */
export function createNewsAnnouncer(
  box: Node,
  say: () => string,
): (isOpen: boolean, unread: number) => void {
  const region = createElement('div', { class: 'news', 'aria-live': 'polite' })
  let announced = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  box.appendChild(region)
  return (isOpen, unread) => {
    const isNews = !isOpen && unread > announced
    announced = unread
    if (!isNews && !isOpen) return
    clearTimeout(timer)
    region.replaceChildren(isNews ? say() : '')
    timer = setTimeout(() => region.replaceChildren(), NEWS_STANDS_MS)
  }
}
