import { useAtomValue } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { foundMessageAtom } from '../../state/thread.ts'

/**
 * Takes the reader to a message that was looked for: into the middle of the view and with
 * the focus.
 *
 * @param show draws a message and moves it into the middle of the view.
 */
export function useFoundMessage(show: (id: string) => HTMLElement | null): void {
  const found = useAtomValue(foundMessageAtom)
  const shown = useRef(found)

  useEffect(() => {
    if (found === null || shown.current === found) return
    // After what opening the thread does to the view.
    const frame = requestAnimationFrame(() => {
      shown.current = found
      const element = show(found.id)
      if (element === null) return
      // Whoever pressed a row with a pointer sees the ring too: that is what was looked for.
      element.dataset['found'] = ''
      element.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [found, show])
}
