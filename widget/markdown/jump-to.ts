import type { MouseEvent } from 'react'

/**
 * Follows a link inside the answer without a new address: that would put an entry into the history
 * of the host page, whose back button then seems to do nothing.
 */
export function jumpTo(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash, ownerDocument } = event.currentTarget
  const target = ownerDocument.getElementById(decodeURIComponent(hash.slice(1)))
  event.preventDefault()
  if (target === null) return
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
