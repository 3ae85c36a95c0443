import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import type { ConversationRow } from '../../../shared/desk/conversations.ts'
import { OPENED_NOTE, tabNotes } from '../../session/device-notes.ts'
import { isPlainPress } from '../../ui/plain-press.ts'

/** Steps of the keys that move through the list. */
const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/**
 * Moves the focus through the rows by j and k, and places it on the conversation from which the person comes
 * back. Enter follows the focused link, as everywhere.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  rows: readonly ConversationRow[],
  scrollTo: (index: number) => void,
): void {
  function focusRow(index: number): void {
    const row = rows[index]
    if (!row) return
    scrollTo(index)
    // The row is drawn in the next frame if it was out of sight.
    const focus = () =>
      list.current
        ?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(row.id)}"]`)
        ?.focus({ preventScroll: true })
    if (focus() === undefined) requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || !isPlainPress(event)) return
    event.preventDefault()
    const focused = document.activeElement?.getAttribute('data-thread')
    const current = rows.findIndex(({ id }) => id === focused)
    focusRow(current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step)))
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])

  const comeBack = useEffectEvent(() => {
    const opened = tabNotes.read(OPENED_NOTE)
    tabNotes.write(OPENED_NOTE, null)
    if (opened !== null) focusRow(rows.findIndex(({ id }) => id === opened))
  })
  useLayoutEffect(() => comeBack(), [])
}
