import type { ColorScheme } from '../../shared/bridge/contract.ts'
import type { HostPage } from './host-page.ts'

/**
 * Until this file is there, style sheets alone know what the visitor's system wants. Returns how to ask for the scheme
 * of now, which the page chose or that system has.
 */
export function followScheme({ given, change, signal }: HostPage): () => ColorScheme {
  const darkQuery = matchMedia('(prefers-color-scheme:dark)')
  darkQuery.addEventListener('change', change, { signal })
  return () => {
    const { theme } = given.read
    if (given.scheme) return given.scheme
    if (theme === 'light' || theme === 'dark') return theme
    // `auto`, and `host` until the third file has read the page's own scheme.
    return darkQuery.matches ? 'dark' : 'light'
  }
}
