import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Ancestors that can hold the focus without being tab stops. */
const KEEPERS = 'article[tabindex], [role="log"]'

/**
 * For an element that may be removed while focused: the focus moves to the article around it, where reading
 * continues, and not to the start of the page.
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
