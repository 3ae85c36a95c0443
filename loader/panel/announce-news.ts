import { createElement } from '../element.ts'

/** So long screen readers have for the text; what stands longer is found by whoever reads the page. */
export const NEWS_STANDS_MS = 7_000

/**
 * Says on the host page that an answer came, for the chat's own announcer is silent behind a closed
 * panel. The region is there before its text, or nothing would be spoken. Returns how to tell what
 * is so; each rise of `unread` is news.
 */
export function createNewsAnnouncer(box: Node): (isOpen: boolean, unread: number) => void {
  const region = createElement('div', { class: 'news', role: 'status' })
  let told = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  box.appendChild(region)
  return (isOpen, unread) => {
    const isNews = !isOpen && unread > told
    told = unread
    if (!isNews && !isOpen) return
    clearTimeout(timer)
    region.replaceChildren(isNews ? 'New answer from the assistant' : '')
    timer = setTimeout(() => region.replaceChildren(), NEWS_STANDS_MS)
  }
}
