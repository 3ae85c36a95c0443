import { readPatterns } from './place-options.ts'

/**
 * Whether an address is one of the patterns': `*` stands for anything, `:name` for one part of a path.
 * One with `?` or `#` in it is of the whole address behind the host, the others are of the path.
 *
 * @param otherwise where there is no pattern.
 * @param address default: the page's.
 */
export function matchesAddress(
  given: unknown,
  otherwise: boolean,
  address: Pick<Location, 'pathname' | 'search' | 'hash'> = location,
): boolean {
  const patterns = readPatterns(given)
  if (patterns.length === 0) return otherwise
  const { pathname, search, hash } = address
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
