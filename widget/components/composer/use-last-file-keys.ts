import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'
import type { TrayAttachment } from '../../state/attachments.ts'
import { isImeKey } from './decide-key.ts'

export interface LastFileKeysInput {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly items: readonly TrayAttachment[]
  readonly onMark: (item: TrayAttachment) => void
  readonly onRemove: (item: TrayAttachment) => void
}

/**
 * Backspace in an empty field marks the last file; only a second one removes it, anything else takes
 * the mark back. Returns the marked file's id.
 */
export function useLastFileKeys({ field, items, onMark, onRemove }: LastFileKeysInput) {
  const [markedId, setMarkedId] = useState<string | null>(null)
  const marked = items.find(({ id }) => id === markedId)
  const unmark = useEffectEvent(() => {
    if (marked) setMarkedId(null)
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const last = items.at(-1)
    const isInEmptyField = field.current?.value === '' && !isImeKey(event)
    if (event.key === 'Backspace' && isInEmptyField && last) {
      event.preventDefault()
      // A key that is held down would take one after the other.
      if (event.repeat) return
      setMarkedId(marked ? null : last.id)
      if (marked) onRemove(marked)
      else onMark(last)
    } else if (marked) {
      if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
      }
      setMarkedId(null)
    }
  })

  useEffect(() => {
    const element = field.current
    if (!element) return
    const keydown = (event: KeyboardEvent) => handleKey(event)
    const blur = () => unmark()
    element.addEventListener('keydown', keydown)
    element.addEventListener('blur', blur)
    return () => {
      element.removeEventListener('keydown', keydown)
      element.removeEventListener('blur', blur)
    }
  }, [field])

  return marked?.id ?? null
}
