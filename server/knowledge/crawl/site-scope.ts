import { getDomain } from 'tldts'
import { isAsset, pathOf, type PathFilter } from './path-filter.ts'

/** Longest address of a document. */
export const ADDRESS_MAX_CHARACTERS = 2_048

/** True for addresses of one site: of the same domain that can be registered, or of the same host without one. */
export function createSameSite(home: URL): (url: URL) => boolean {
  const site = siteOf(home)
  return (url) => isWeb(url) && siteOf(url) === site
}

const isWeb = ({ protocol, username, password }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username + password === ''

const siteOf = ({ hostname, host }: URL): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? host

/**
 * True for addresses below a page: of its host, with or without `www.`, and in its folder. `/guide/` and
 * `/guide/index.html` stand for the folder `guide`, `/guide` for the page and the folder.
 */
export function createBelow(page: URL): (url: URL) => boolean {
  const host = bareHost(page)
  const last = page.pathname.slice(page.pathname.lastIndexOf('/') + 1)
  const folder =
    last === '' || last.includes('.')
      ? page.pathname.slice(0, page.pathname.length - last.length)
      : `${page.pathname}/`
  return (url) =>
    isWeb(url) &&
    bareHost(url) === host &&
    (url.pathname.startsWith(folder) || url.pathname === page.pathname)
}

const bareHost = ({ host }: URL): string => host.replace(/^www\./, '')

/** An address as a document has it: absolute, without fragment; undefined if it cannot be one. */
export function toAddress(text: string, base?: URL): URL | undefined {
  if (text.length > ADDRESS_MAX_CHARACTERS || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  url.hash = ''
  return url.href.length <= ADDRESS_MAX_CHARACTERS ? url : undefined
}

/** True for addresses that the patterns of a source take, and that can be documents. */
export const createTaken =
  (isInside: (url: URL) => boolean, filter: PathFilter) =>
  (url: URL): boolean =>
    isInside(url) && !isAsset(url.pathname) && filter(pathOf(url))
