import { matchesAddress } from './page-address.ts'

/** `step`: a place of this page, which loads nothing. `foreign`: not a page of this site. */
export type LinkVerdict = 'step' | 'open' | 'ask' | 'foreign'

/**
 * Decides whether a link of a conversation may navigate the page. A model writes the link, and an address of
 * the page's own site can have an effect when it is opened: sign the person out, or empty their basket.
 *
 * @param url an absolute address.
 * @param here the page's address.
 * @param paths patterns of addresses that open at once.
 */
export function judgeLink(url: unknown, here: Location | URL, paths: unknown): LinkVerdict {
  // Only http(s): on a page with an opaque origin, the origin of `javascript:` addresses is the same, `null`.
  const link = typeof url === 'string' && /^https?:/i.test(url) ? read(url) : undefined
  if (!link || link.origin !== here.origin) return 'foreign'
  if (link.username !== '' || link.password !== '') return 'ask'
  const { href, pathname, search } = link
  // A step keeps the page's query.
  const isHere = pathname === here.pathname && (search === '' || search === here.search)
  if (isHere && href.includes('#')) return 'step'
  return isPlain(pathname) && matchesAddress(paths, false, link) ? 'open' : 'ask'
}

/** A parsed address; undefined if it cannot be parsed. */
function read(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

/**
 * Whether all servers interpret a path in the same way. Some treat `%2f` and `\` as a slash, two slashes as
 * one, or `..;` as `..`: then `/shop/..%2flogout` is below `/shop/` here, but not on the server.
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
