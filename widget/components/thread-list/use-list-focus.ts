import { useAtomValue, useStore } from 'jotai/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { takeListFocusAtom } from '../../state/panel.ts'
import type { ListPlace } from '../../state/panel.ts'
import { threadListAtom } from '../../state/thread-list.ts'
import { focusRow } from './row-elements.ts'

export interface ListFocusInput {
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
