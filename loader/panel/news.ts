import { createElement } from '../own-document.ts'
import { ENGLISH } from './panel-view.ts'

type Words = typeof ENGLISH

/**
 * What came behind the closed panel, on the launcher and for whoever hears the page. Returns how to tell what is
 * so; how many nobody has read, a page that has only heard that there are some does not know.
 */
export function createNews(launcher: HTMLElement, box: Node, words: () => Words) {
  const announce = createNewsAnnouncer(box, () => words().news)

  function drawOnLauncher(news: 'unread' | 'answering' | '', count: number) {
    launcher.className = news
    launcher.dataset['count'] = news === 'unread' && count > 0 ? String(Math.min(count, 99)) : ''
    const said = news && `, ${words()[news]}`
    launcher.setAttribute('aria-label', launcher.getAttribute('aria-label') + said)
  }

  return (
    isShown: boolean,
    isOpen: boolean,
    isRunning: boolean,
    isUnread: boolean,
    count: number,
  ) => {
    drawOnLauncher(isShown ? '' : isUnread ? 'unread' : isRunning ? 'answering' : '', count)
    announce(isOpen, count)
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
  say = () => ENGLISH.news,
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
