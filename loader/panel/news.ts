import type { AlcoveError } from '../../shared/errors.ts'
import { createElement, createIcon } from '../own-document.ts'
import { keepPageHint } from '../page-hint.ts'
import type { HostPage } from './host-page.ts'
import { CHEVRON, type ENGLISH } from './panel-view.ts'

type Words = typeof ENGLISH

/**
 * What came behind the closed panel: on the launcher, for whoever hears the page, and for the page after this
 * one. A page that has only heard that something is unread does not know how much.
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
  /** The second: with an answer that nobody looked at on the page before. */
  let isRunning = hint === 'running'
  let isLeftUnread = hint === 'unread'
  let count = 0

  /** The launcher of an open panel closes it. */
  function addChevron() {
    const icon = launcher.querySelector('svg')!
    // Drawn anew by other options it has lost it.
    if (icon.childElementCount < 2) icon.append(createIcon(CHEVRON).firstChild!)
  }

  function drawOnLauncher(news: 'unread' | 'answering' | '') {
    launcher.className = news
    launcher.dataset['count'] = news === 'unread' && count > 0 ? String(Math.min(count, 99)) : ''
    // One is one without a number, and of more the number is said.
    const said = news && `, ${words()[news]}` + (news === 'unread' && count > 1 ? `: ${count}` : '')
    launcher.setAttribute('aria-label', launcher.getAttribute('aria-label') + said)
  }

  return {
    get count() {
      return count
    },
    get isRunning() {
      return isRunning
    },
    /** The frame tells of itself: answers that nobody read, and whether one is being made. */
    tell(nextCount: number, isNowRunning = isRunning) {
      count = nextCount
      isRunning = isNowRunning
      redraw()
    },
    /** @param error by which the frame failed just now: it makes no answer any more. */
    draw(isOpen: boolean, isUsable: boolean, error?: AlcoveError) {
      addChevron()
      isRunning &&= !error
      isLeftUnread &&= !isUsable
      const isUnread = isLeftUnread || !!count
      // A running answer says more: the next page asks for it, and for what is unread.
      remember(isRunning ? 'running' : isUnread ? 'unread' : undefined)
      drawOnLauncher(isOpen ? '' : isUnread ? 'unread' : isRunning ? 'answering' : '')
      announce(isOpen, count)
    },
  }
}

/** So long screen readers have for the text; what stands longer is found by whoever reads the page. */
export const NEWS_STANDS_MS = 7_000

/**
 * Says on the host page that an answer came, for the chat's own announcer is silent behind a closed
 * panel. The region is there before its text, or nothing would be spoken. Returns how to tell what
 * is so; each rise of `unread` is news.
 */
export function createNewsAnnouncer(
  box: Node,
  say: () => string,
): (isOpen: boolean, unread: number) => void {
  const region = createElement('div', { class: 'news', role: 'status' })
  let told = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  box.appendChild(region)
  return (isOpen, unread) => {
    const isNews = !isOpen && unread > told
    told = unread
    if (!isNews && !isOpen) return
    clearTimeout(timer)
    region.replaceChildren(isNews ? say() : '')
    timer = setTimeout(() => region.replaceChildren(), NEWS_STANDS_MS)
  }
}
