import type { ColorScheme } from '../shared/bridge/contract.ts'
import type { HostOptions } from '../shared/options.ts'

/** Returns how to ask for the scheme of now, which the page chose or the visitor's system has. */
export function followScheme(
  { theme }: HostOptions,
  onChange: () => void,
  signal: AbortSignal,
): () => ColorScheme {
  const darkQuery = matchMedia('(prefers-color-scheme:dark)')
  darkQuery.addEventListener('change', onChange, { signal })
  return () => (theme === 'auto' ? (darkQuery.matches ? 'dark' : 'light') : theme)
}
