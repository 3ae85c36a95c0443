import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import {
  addFilesAtom,
  attachmentNotesAtom,
  attachmentsAtom,
  canAttachAtom,
  type FileChoice,
} from '../../state/attachments.ts'
import { keepDevice } from '../../state/keep-device.ts'
import './drop-zone.css'
import { readDrop } from './read-drop.ts'
import { Tray } from './tray.tsx'
import { useCaret } from './use-caret.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useFilePaste } from './use-file-paste.ts'
import { useQueueAnnouncements } from './use-queue-announcements.ts'

export interface ComposerExtrasProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** What the composer does beyond words: files that are pasted and dropped, and drafts that last. */
export function ComposerExtras({ fieldRef }: ComposerExtrasProps) {
  const { t } = useI18n()
  const store = useStore()
  const items = useAtomValue(attachmentsAtom)
  const notes = useAtomValue(attachmentNotesAtom)
  const canAttach = useAtomValue(canAttachAtom)
  const addFiles = useSetAtom(addFilesAtom)
  /** From the first file on: what went is announced too. */
  const [hadFiles, setHadFiles] = useState(false)
  if (!hadFiles && items.length + notes.length > 0) setHadFiles(true)

  useEffect(() => {
    const { write, reread, stop } = keepDevice(store)
    const handleReturn = () => (document.visibilityState === 'hidden' ? write() : reread())
    window.addEventListener('pagehide', write)
    window.addEventListener('focus', reread)
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      window.removeEventListener('pagehide', write)
      window.removeEventListener('focus', reread)
      document.removeEventListener('visibilitychange', handleReturn)
      stop()
    }
  }, [store])

  useCaret(fieldRef)
  useQueueAnnouncements()

  function take(choice: FileChoice): void {
    void addFiles(choice)
    fieldRef.current?.focus()
  }

  useFilePaste({ field: fieldRef, canPaste: canAttach, onPaste: (files) => take({ files }) })
  const isOver = useFileDrop({ canDrop: canAttach, onDrop: (transfer) => take(readDrop(transfer)) })

  return (
    <>
      {hadFiles && <Tray fieldRef={fieldRef} items={items} notes={notes} />}
      {isOver && (
        <div className="drop-zone">
          <p className="drop-text">{t('attachment.drop')}</p>
        </div>
      )}
    </>
  )
}
