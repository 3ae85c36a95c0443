import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { EditPlace } from './edit-place.ts'

type TextField = HTMLTextAreaElement | HTMLInputElement

const PUT_BACK = /^(history|insertFromDrop)/

/**
 * Returns a function for change handlers that gives the position of the edit; `undefined` if the browser does not
 * report it.
 */
export function useEditPlace(
  field: RefObject<TextField | null>,
): (event: { readonly target: TextField; readonly nativeEvent: Event }) => EditPlace | undefined {
  const start = useRef<number | null>(null)

  useEffect(() => {
    const element = field.current
    const note = () => {
      start.current = element?.selectionStart ?? null
    }
    element?.addEventListener('beforeinput', note)
    return () => element?.removeEventListener('beforeinput', note)
  }, [field])

  return useCallback(({ target, nativeEvent }) => {
    const before = start.current
    start.current = null
    const { value, selectionEnd } = target
    if (before === null || selectionEnd === null) return undefined
    const isPutBack = PUT_BACK.test((nativeEvent as Partial<InputEvent>).inputType ?? '')
    return { start: before, behind: value.length - selectionEnd, isPutBack }
  }, [])
}
