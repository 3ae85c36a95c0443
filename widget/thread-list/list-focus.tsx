import { useAtomValue, useStore } from 'jotai/react'
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { takeListFocusAtom, type ListPlace } from '../world/panel.ts'
import { threadListAtom } from './atoms/shown-list.ts'

/** The rows of a list, from first to last. */
export const rowsOf = (box: Element | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('.thread-row') ?? []),
]

export const findRow = (box: Element | null, id: string): HTMLElement | undefined =>
  rowsOf(box).find((row) => row.dataset['threadId'] === id)

/** Gives a row the focus: its name, which opens it. */
export function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>('.thread-open')?.focus()
}

/** The row around an element. */
export const rowIdOf = (element: Element): string | null =>
  element.closest<HTMLElement>('.thread-row')?.dataset['threadId'] ?? null

interface ListFocusInput {
  readonly place: ListPlace
  readonly pane: RefObject<HTMLElement | null>
  readonly heading: RefObject<HTMLElement | null>
  readonly behindRef: RefObject<HTMLElement | null>
  readonly toggleRef: RefObject<HTMLElement | null>
}

/**
 * The focus goes into a list that the person opened, to the thread that is shown, and back to the
 * button when the list goes. What a list covers is out of reach as long as it does.
 */
export function useListFocus(input: ListFocusInput): void {
  const { place, pane, heading, behindRef, toggleRef } = input
  const store = useStore()
  const list = useAtomValue(threadListAtom)
  /** The row that shall have the focus may not be there yet. */
  const isAwaited = useRef(false)

  useLayoutEffect(() => {
    const behind = behindRef.current
    if (place !== 'cover' || !behind) return
    behind.inert = true
    return () => {
      behind.inert = false
    }
  }, [place, behindRef])

  useLayoutEffect(() => {
    const element = pane.current
    const toggle = toggleRef.current
    return () => {
      if (element?.contains(document.activeElement) === true) toggle?.focus()
    }
  }, [pane, toggleRef])

  useEffect(() => {
    if (store.set(takeListFocusAtom)) {
      heading.current?.focus()
      isAwaited.current = true
    }
    const row = pane.current?.querySelector('.thread-row[data-current]')
    if (!isAwaited.current || !row) return
    isAwaited.current = false
    // Who went elsewhere while the list was loading stays there.
    if (document.activeElement === heading.current) focusRow(row)
  }, [place, list, pane, heading, store])
}

/**
 * Gives a row the focus that is about to come back. Until it is there the heading holds it; who goes
 * elsewhere meanwhile stays there.
 */
export function useReturningRow(
  pane: RefObject<HTMLElement | null>,
  focusHeading: () => void,
): (id: string) => void {
  const returningId = useRef<string | null>(null)
  const list = useAtomValue(threadListAtom)

  useEffect(() => {
    const row =
      returningId.current === null ? undefined : findRow(pane.current, returningId.current)
    if (!row) return
    returningId.current = null
    if (document.activeElement?.matches('.thread-list-heading')) focusRow(row)
  }, [list, pane])

  return useCallback(
    (id: string) => {
      returningId.current = id
      focusHeading()
    },
    [focusHeading],
  )
}
