import type { ColorScheme } from '../shared/bridge/contract.ts'
import type { PageOptions } from './page-options.ts'

/**
 * Returns a function that reads the current scheme: the page's choice, or the system's.
 *
 * @param change called when the system's scheme changes.
 */
export function followScheme(
  given: PageOptions,
  change: () => void,
  signal: AbortSignal,
): () => ColorScheme {
  const darkQuery = matchMedia('(prefers-color-scheme:dark)')
  darkQuery.addEventListener('change', change, { signal })
  return () => {
    const { theme } = given.read
    if (given.scheme) return given.scheme
    if (theme === 'light' || theme === 'dark') return theme
    // For `auto`, and for `host` until the third file has read the page's own scheme.
    return darkQuery.matches ? 'dark' : 'light'
  }
}
