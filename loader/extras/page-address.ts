import { ofDocument } from '../own-document.ts'
import { readPatterns } from './option-words.ts'

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
 * Calls `onChange` when the page may be another: a router changes the address without a word where the browser
 * has no events for it, and the document with it everywhere.
 */
export function watchAddress(onChange: () => void, signal: AbortSignal): void {
  let isDue = false
  const change = () => {
    if (isDue) return
    isDue = true
    // Once for all that one task changes.
    queueMicrotask(() => {
      isDue = false
      if (!signal.aborted) onChange()
    })
  }
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('currententrychange', change, { signal })
  for (const name of ['popstate', 'hashchange']) window.addEventListener(name, change, { signal })
  const observer = new MutationObserver(change)
  observer.observe(ofDocument('documentElement'), { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}
