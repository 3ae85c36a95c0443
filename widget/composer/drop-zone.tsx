import { useEffect, useEffectEvent, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { FileChoice } from './atoms/attachments.ts'
import { hasFiles, isEditable, readDrop } from './read-drop.ts'
import './drop-zone.css'

export interface DropZoneProps {
  /** The draft takes files. */
  canDrop: boolean
  /** Called also with files that are refused, if the browser lets them be dropped. */
  onDrop: (choice: FileChoice) => void
}

/** Shows whether files dragged over the panel can be dropped there, and takes them. */
export function DropZone({ canDrop, onDrop }: DropZoneProps) {
  const { t } = useI18n()
  const isOver = useFileDrop(canDrop, (transfer) => onDrop(readDrop(transfer)))
  if (!isOver) return null
  return (
    <div className="drop-zone">
      <p className="drop-text">{t(canDrop ? 'attachment.drop' : 'attachment.notTaken')}</p>
    </div>
  )
}

/**
 * Takes files that are dropped anywhere on the panel. Returns whether files are dragged over it. Other drops
 * outside of a field do nothing: a browser would open them in place of the page.
 */
function useFileDrop(canDrop: boolean, onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const handleDrop = useEffectEvent(onDrop)
  const mayDrop = useEffectEvent(() => canDrop)

  useEffect(() => {
    /** Number of entered elements that were not left yet. */
    let depth = 0
    const leave = () => {
      depth = 0
      setIsOver(false)
    }
    const handlers: Record<string, (event: DragEvent) => void> = {
      dragenter(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth += 1
        setIsOver(true)
      },
      dragover(event) {
        if (!hasFiles(event) && isEditable(event.target)) return
        event.preventDefault()
        if (event.dataTransfer) {
          event.dataTransfer.dropEffect = hasFiles(event) && mayDrop() ? 'copy' : 'none'
        }
      },
      dragleave(event) {
        depth -= 1
        if (depth <= 0 || event.relatedTarget === null) leave()
      },
      drop(event) {
        leave()
        if (!hasFiles(event) && isEditable(event.target)) return
        event.preventDefault()
        if (hasFiles(event) && event.dataTransfer) handleDrop(event.dataTransfer)
      },
    }
    const entries = Object.entries(handlers) as [string, EventListener][]
    for (const [type, handler] of entries) window.addEventListener(type, handler)
    window.addEventListener('blur', leave)
    return () => {
      for (const [type, handler] of entries) window.removeEventListener(type, handler)
      window.removeEventListener('blur', leave)
    }
  }, [])

  useEffect(() => {
    if (!isOver) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setIsOver(false)
    }
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [isOver])

  return isOver
}
