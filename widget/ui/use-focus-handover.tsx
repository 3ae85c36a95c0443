import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** What is around an element and can hold the focus, though Tab does not stop there. */
const KEEPERS = 'article[tabindex], [role="log"]'

/**
 * For what may leave while somebody is in it: the focus goes to the article around, where reading
 * goes on, and not to the page's beginning.
 */
export function useFocusHandover<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)

  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement) !== true) return
      element.parentElement?.closest<HTMLElement>(KEEPERS)?.focus({ preventScroll: true })
    }
  }, [])

  return ref
}
