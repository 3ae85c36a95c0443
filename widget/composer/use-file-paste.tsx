import { useEffect, useEffectEvent, type RefObject } from 'react'
import { decidePaste } from './decide-paste.ts'

export interface FilePasteInput {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly canPaste: boolean
  readonly onPaste: (files: readonly File[]) => void
  /** Files were pasted that cannot be taken. */
  readonly onRefuse: (files: readonly File[]) => void
}

/** Takes files that are pasted into the field. If none can be taken, the browser pastes the text beside them. */
export function useFilePaste({ field, canPaste, onPaste, onRefuse }: FilePasteInput): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData
    if (!data) return
    const files = [...data.files]
    const pasted = { files, text: data.getData('text/plain'), html: data.getData('text/html') }
    if (decidePaste(pasted) === 'text') return
    if (!canPaste) return onRefuse(files)
    event.preventDefault()
    onPaste(files)
  })

  useEffect(() => {
    const element = field.current
    if (!element) return
    const listener = (event: ClipboardEvent) => handlePaste(event)
    element.addEventListener('paste', listener)
    return () => element.removeEventListener('paste', listener)
  }, [field])
}
