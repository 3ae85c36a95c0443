import { readPatterns } from './place-options.ts'

/**
 * Whether an address matches a pattern: `*` stands for anything, `:name` for one segment of a path. A pattern
 * with `?` or `#` applies to everything behind the host, others to the path.
 *
 * @param otherwise the result without patterns.
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
  // Routers ignore a slash at the end.
  return new RegExp(`^${source.join('')}/?$`)
}

/**
 * Calls `onChange` when the page's address changes. Browsers without an event for a router's navigation are
 * checked after each click and key: no method of the page is replaced, and its document is not observed.
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
  // A router may navigate in a task after the event.
  const compareSoon = () => void setTimeout(compare)
  for (const name of ['click', 'keyup']) window.addEventListener(name, compareSoon, { signal })
}
