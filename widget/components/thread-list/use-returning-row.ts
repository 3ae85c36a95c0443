import { useAtomValue } from 'jotai/react'
import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { threadListAtom } from '../../state/thread-list.ts'
import { findRow, focusRow } from './row-elements.ts'

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
