import { ofDocument } from '../own-document.ts'
import { linksTo } from '../panel/given-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import { readPatterns } from './place-options.ts'

/**
 * Whether the page's address is one of the patterns': `*` stands for anything, `:name` for one part of a path.
 * One with `?` or `#` in it is of the whole address behind the host, the others are of the path.
 *
 * @param otherwise where there is no pattern.
 */
export function matchesAddress(given: unknown, otherwise: boolean): boolean {
  const patterns = readPatterns(given)
  if (patterns.length === 0) return otherwise
  const { pathname, search, hash } = location
  return patterns.some((pattern) =>
    toExpression(pattern).test(/[?#]/.test(pattern) ? pathname + search + hash : pathname),
  )
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*+|:\w+)/)
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    return part.startsWith(':') ? '[^/]+' : '.*'
  })
  // Routers take a slash at the end for nothing.
  return new RegExp(`^${source.join('')}/?$`)
}

/**
 * Calls `onChange` when the page's address is another. Where the browser has no event for a router's step, it is
 * looked at after each click and key: no method of the page's is replaced, and its document is not watched.
 */
export function watchAddress(onChange: () => void, signal: AbortSignal): void {
  let address = location.href
  const compare = () => {
    if (signal.aborted || location.href === address) return
    address = location.href
    onChange()
  }
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('currententrychange', compare, { signal })
  for (const name of ['popstate', 'hashchange']) window.addEventListener(name, compare, { signal })
  if (navigation) return
  // A router may take a step of its own first.
  const compareSoon = () => void setTimeout(compare)
  for (const name of ['click', 'keyup']) window.addEventListener(name, compareSoon, { signal })
}

/**
 * Opens an address of the page's own site in the page, unless a listener keeps it. The frame may be taken over: only
 * where the page wants it, to its own site, and while somebody acts.
 */
export function openLink({ given, emit }: HostPage, url: unknown): void {
  // Older browsers do not tell.
  const { isActive = true } = (navigator.userActivation as UserActivation | undefined) ?? {}
  const isWanted = linksTo(given.all) && isActive
  // A page without an origin has that of a script's address.
  const isAddress = typeof url === 'string' && /^https?:/.test(url)
  if (!isWanted || !isAddress || originOf(url) !== location.origin) return
  let isKept = false
  emit('link', { url, preventDefault: () => (isKept = true) })
  if (isKept) return
  // A step to a place of this page keeps its query, and loads nothing.
  const here = `${location.origin + location.pathname}#`
  if (url.startsWith(here)) location.hash = url.slice(here.length)
  else location.assign(url)
  // On the page that is there already: somebody should see what an answer speaks of.
  const shown = ofDocument('querySelector').call(document, ':target')
  shown?.animate({ outline: ['3px solid', '3px solid transparent'] }, SHOWN_MS)
}

/** How long what an address leads to stands out. */
const SHOWN_MS = 3_000

/** Of an address; `null`: it is none. */
function originOf(url: string): string | null {
  try {
    return new URL(url).origin
  } catch {
    return null
  }
}
