import { useStore } from 'jotai/react'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { canStopAtom, sendWaitAtom, stopAtom } from '../state/composer.ts'
import { cancelSendAtom } from '../state/draft-key.ts'
import { isImeKey } from './composer/decide-key.ts'

/** With a modifier the key is a shortcut of the browser or of the system. */
const isPlainEscape = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Escape' && !shiftKey && !ctrlKey && !altKey && !metaKey

export interface EscapeLayersInput {
  readonly field: RefObject<HTMLElement | null>
  readonly log: RefObject<HTMLElement | null>
  readonly onClose: (reason: 'escape') => void
}

/**
 * One press of Escape takes back one thing: a tooltip (which keeps the press to itself), the run, a
 * message that waits, the focus in the list, and at last the panel. Listens at the window, since the focus may be on
 * nothing.
 */
export function useEscapeLayers({ field, log, onClose }: EscapeLayersInput): void {
  const store = useStore()
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainEscape(event) || event.defaultPrevented || isImeKey(event)) return
    event.preventDefault()
    const isInList = log.current?.contains(document.activeElement) === true
    if (store.get(canStopAtom)) store.set(stopAtom)
    else if (store.get(sendWaitAtom)) store.set(cancelSendAtom)
    else if (!isInList) return onClose('escape')
    field.current?.focus()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
