import type { Atom, Store } from 'jotai/vanilla'

/**
 * Waits until a condition over some atoms holds.
 *
 * @throws the signal's reason.
 */
// No limit: the signal ends it, which aborts with the person or the page.
export function until(
  store: Store,
  atoms: readonly Atom<unknown>[],
  holds: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', abort)
    }
    const abort = () => {
      end()
      reject(signal.reason as Error)
    }
    const look = () => {
      if (!holds()) return
      end()
      resolve()
    }
    const stops = atoms.map((atom) => store.sub(atom, look))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    else look()
  })
}
