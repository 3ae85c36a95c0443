import type { ColorScheme } from '../../shared/bridge/contract.ts'
import type { HostPage } from './host-page.ts'

/**
 * Until this file has loaded, only style sheets follow the visitor's system. Returns a function that reads
 * the current scheme: the page's choice, or the system's.
 */
export function followScheme({ given, change, signal }: HostPage): () => ColorScheme {
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
