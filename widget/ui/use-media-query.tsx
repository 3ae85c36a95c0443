import { useCallback, useSyncExternalStore } from 'react'

/**
 * True while a media query matches; inside the frame it is about the frame, not the screen. The build, which draws the
 * frame's document, knows no screen: there it is false.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
