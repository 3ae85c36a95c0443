import { useState, type FocusEvent } from 'react'

export interface FocusedId {
  /** The item that has the focus, itself or in a descendant. */
  readonly focusedId: string | null
  handleFocus(event: FocusEvent): void
  handleBlur(event: FocusEvent): void
}

/** Tracks which item of a composite has the focus; the two handlers belong on the element around all items. */
export function useFocusedId(idOf: (element: Element) => string | null): FocusedId {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  return {
    focusedId,
    handleFocus: ({ target }) => setFocusedId(idOf(target)),
    handleBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) setFocusedId(null)
    },
  }
}
