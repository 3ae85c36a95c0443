import { useAtomValue, useStore } from 'jotai/react'
import { useEffect, useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { caretsAtom, caretsPlacedAtom, setCaretAtom } from '../../state/carets.ts'
import { draftKeyAtom } from '../../state/draft-key.ts'

/** Keeps where the caret stands in each draft, and puts it back there with the draft. */
export function useCaret(field: RefObject<HTMLTextAreaElement | null>): void {
  const store = useStore()
  const key = useAtomValue(draftKeyAtom)
  const placed = useAtomValue(caretsPlacedAtom)

  // With the words: the browser has put the caret behind them, and would tell of that.
  useLayoutEffect(() => {
    const caret = store.get(caretsAtom).get(key)
    if (caret) field.current?.setSelectionRange(...caret)
  }, [store, field, key, placed])

  useEffect(() => {
    const note = () => {
      const area = field.current
      if (area === null || document.activeElement !== area || !document.hasFocus()) return
      store.set(setCaretAtom, key, [area.selectionStart, area.selectionEnd])
    }
    document.addEventListener('selectionchange', note)
    return () => document.removeEventListener('selectionchange', note)
  }, [store, field, key])
}
