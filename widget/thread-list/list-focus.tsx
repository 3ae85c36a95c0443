import { useAtomValue, useStore } from 'jotai/react'
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { takeListFocusAtom, type ListPlace } from '../world/panel.ts'
import { threadListAtom } from './atoms/shown-list.ts'

/** The rows of a list in order. */
export const rowsOf = (box: Element | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('.thread-row') ?? []),
]

export const findRow = (box: Element | null, id: string): HTMLElement | undefined =>
  rowsOf(box).find((row) => row.dataset['threadId'] === id)

/** Focuses a row's button, which opens it. */
export function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>('.thread-open')?.focus()
}

/** Id of the row around an element. */
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
 * Moves the focus into a list that the person opened, to the shown thread, and back to the button when the list
 * closes. While a list covers the conversation, the conversation is inert.
 */
export function useListFocus(input: ListFocusInput): void {
  const { place, pane, heading, behindRef, toggleRef } = input
  const store = useStore()
  const list = useAtomValue(threadListAtom)
  /** True while the row to focus is not loaded yet. */
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
    // Only from the heading: the person may have moved the focus while the list was loading.
    if (document.activeElement === heading.current) focusRow(row)
  }, [place, list, pane, heading, store])
}

/**
 * Focuses a row that is about to return. Until then the heading has the focus. If the person moves the focus
 * meanwhile, it stays there.
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
