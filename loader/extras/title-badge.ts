import { ofDocument } from '../own-document.ts'

/** Returns how to say how many are unread: the page's title begins with the number, whatever the page makes of the rest. */
export function createTitleBadge(signal: AbortSignal): (count: number) => void {
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
