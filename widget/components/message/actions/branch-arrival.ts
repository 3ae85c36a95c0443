export type BranchDirection = 'previous' | 'next'

interface Departure {
  readonly messageId: string
  readonly direction: BranchDirection
  /** CSS pixels from the top of the frame. */
  readonly top: number
}

/** Another branch is another element: what the reader had is carried from one to the next. */
let departure: Departure | null = null

/** Keeps where the picker stands before its message leaves for `messageId`. */
export function leaveForBranch(
  picker: Element,
  messageId: string,
  direction: BranchDirection,
): void {
  departure = { messageId, direction, top: picker.getBoundingClientRect().top }
}

/** Gives the focus to the same button of the new picker, and puts it where the old one stood. */
export function takeBranchArrival(picker: Element, messageId: string): void {
  if (departure?.messageId !== messageId) return
  const { direction, top } = departure
  departure = null
  picker.querySelector<HTMLElement>(`[data-branch=${direction}]`)?.focus({ preventScroll: true })
  const scroller = picker.closest('[role=log]')
  if (scroller !== null) scroller.scrollTop += picker.getBoundingClientRect().top - top
}
