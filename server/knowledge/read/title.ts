import { HEADING_LETTERS_MAX } from './read-limits.ts'

/** Signs between the parts of a title. */
const SEPARATOR = String.raw`\s*[|–—·•»›:/-]\s*`

/**
 * Title of a document. The `<title>` of a page mostly has the name of its site too, before or after the heading
 * of the page: the heading is taken then.
 *
 * @param htmlTitle of the page's head.
 * @param heading first heading of level 1.
 */
export function chooseTitle(htmlTitle: string, heading: string, address: string): string {
  const isShort = heading.length <= HEADING_LETTERS_MAX
  if (heading !== '' && isShort && isPartOf(heading, htmlTitle)) return heading
  return htmlTitle || heading || nameOfAddress(address)
}

function isPartOf(heading: string, htmlTitle: string): boolean {
  if (htmlTitle.startsWith(heading) || htmlTitle.endsWith(heading)) return true
  return new RegExp(`${SEPARATOR}${RegExp.escape(heading)}${SEPARATOR}`, 'u').test(htmlTitle)
}

/** Last part of an address or path, without its ending. */
export function nameOfAddress(address: string): string {
  const path = URL.parse(address)?.pathname ?? address
  const last = path.split('/').findLast((part) => part !== '') ?? address
  return decode(last).replace(/\.\w{1,5}$/u, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
