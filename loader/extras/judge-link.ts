import { matchesAddress } from './page-address.ts'

/** `step`: to a place of this page, which loads nothing. `foreign`: to no page of this site. */
export type LinkVerdict = 'step' | 'open' | 'ask' | 'foreign'

/**
 * Judges where a link of a conversation may lead the page. A model writes the link, and an address of the page's own
 * site can do something when it is opened: sign the person out, or empty their basket.
 *
 * @param url a whole address.
 * @param here the page's.
 * @param paths patterns of what opens at once.
 */
export function judgeLink(url: unknown, here: Location | URL, paths: unknown): LinkVerdict {
  // A page without an origin has that of a script's address.
  const link = typeof url === 'string' && /^https?:/i.test(url) ? read(url) : undefined
  if (!link || link.origin !== here.origin) return 'foreign'
  if (link.username !== '' || link.password !== '') return 'ask'
  const { href, pathname, search } = link
  // The step keeps the page's query.
  const isHere = pathname === here.pathname && (search === '' || search === here.search)
  if (isHere && href.includes('#')) return 'step'
  return isPlain(pathname) && matchesAddress(paths, false, link) ? 'open' : 'ask'
}

/** An address, if it is one. */
function read(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

/**
 * Whether all servers read a path alike. Some take `%2f` and `\` for a slash, two slashes for one, or `..;` for `..`:
 * then `/shop/..%2flogout` is below `/shop/` here, and is not there.
 */
function isPlain(pathname: string): boolean {
  const parts = pathname.slice(1).split('/')
  return parts.every((part, index) => {
    const isEnd = index === parts.length - 1
    try {
      const name = decodeURIComponent(part)
      return (name !== '' || isEnd) && !/[/\\%;\p{C}]|^\.\.?$/u.test(name)
    } catch {
      return false
    }
  })
}
