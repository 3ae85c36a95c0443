/** Parts of an address that its page may leave out of the address that it calls its own. */
const bare = ({ host, pathname }: URL): string =>
  host.replace(/^www\./, '') + pathname.replace(/(?:index\.html?)?$/, '').replace(/\/$/, '')

/**
 * The address that a page names as its own, if that is the same page: many sites name their first page in
 * all others by mistake. Equal pages of different addresses are joined by their text.
 */
export function canonicalOf(address: string, canonical: string | undefined): string | undefined {
  if (canonical === undefined || !URL.canParse(canonical, address)) return undefined
  const url = new URL(canonical, address)
  url.hash = ''
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && bare(url) === bare(new URL(address)) ? url.href : undefined
}
