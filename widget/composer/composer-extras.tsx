import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { Suspense, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import {
  addFilesAtom,
  attachmentNotesAtom,
  attachmentsAtom,
  canAttachAtom,
  refuseFilesAtom,
  type FileChoice,
} from './atoms/attachments.ts'
import { caretsAtom, caretsPlacedAtom, setCaretAtom } from './atoms/carets.ts'
import { shownKeyAtom } from '../conversation/atoms/thread-keys.ts'
import { isImeKey } from '../world/decide-key.ts'
import { shownQueueAtom } from '../conversation/atoms/queued.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { isQueueBehindAtom } from '../conversation/atoms/thread.ts'
import { hasFailure } from '../world/failures.ts'
import { referencesAtom } from '../conversation/atoms/references.ts'
import { DropZone } from './drop-zone.tsx'
import { Tray } from './tray.tsx'
import { useFilePaste } from './use-file-paste.tsx'
import { useAnnounce } from '../ui/announcer.tsx'
import { useChange } from '../ui/use-change.tsx'

const References = lazyPart(async () => (await import('./references.tsx')).References)

export interface ComposerExtrasProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** Features of the composer beyond text: pasted and dropped files, and the caret's position. */
export function ComposerExtras({ fieldRef }: ComposerExtrasProps) {
  const items = useAtomValue(attachmentsAtom)
  const notes = useAtomValue(attachmentNotesAtom)
  const canAttach = useAtomValue(canAttachAtom)
  const hasReferences = useAtomValue(referencesAtom).length > 0
  const addFiles = useSetAtom(addFilesAtom)
  const refuseFiles = useSetAtom(refuseFilesAtom)
  /** True after the first file, so that removals are announced too. */
  const [hadFiles, setHadFiles] = useState(false)
  if (!hadFiles && items.length + notes.length > 0) setHadFiles(true)

  useCaret(fieldRef)
  useEditKey(fieldRef)
  useQueueAnnouncements()

  function take(choice: FileChoice): void {
    void addFiles(choice)
    fieldRef.current?.focus()
  }

  useFilePaste({
    field: fieldRef,
    canPaste: canAttach,
    onPaste: (files) => take({ files }),
    onRefuse: (files) => refuseFiles({ files }),
  })

  return (
    <>
      {hasReferences && (
        <Suspense>
          <References fieldRef={fieldRef} />
        </Suspense>
      )}
      {hadFiles && <Tray fieldRef={fieldRef} items={items} notes={notes} />}
      <DropZone canDrop={canAttach} onDrop={canAttach ? take : refuseFiles} />
    </>
  )
}

/** Stores the caret's position of each draft, and restores it with the draft. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>): void {
  const store = useStore()
  const key = useAtomValue(shownKeyAtom)
  const placed = useAtomValue(caretsPlacedAtom)

  // In the same commit as the text: the browser has moved the caret to the end, and would report that.
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

/**
 * In an empty field the Up key edits the previous message, like its Edit button. Without such a message nothing
 * happens.
 */
function useEditKey(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = event
      const isPlain = !shiftKey && !ctrlKey && !altKey && !metaKey && !isImeKey(event)
      const area = field.current
      if (key !== 'ArrowUp' || !isPlain || event.target !== area || area?.value !== '') return
      const buttons = document.querySelectorAll<HTMLElement>(EDIT_BUTTONS)
      const last = [...buttons].at(-1)
      if (!last) return
      event.preventDefault()
      last.click()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [field])
}

const EDIT_BUTTONS = '[data-role=user] [data-action=edit]'

/**
 * Announces that a message waits: sending it shows no other change. A refused one that is sent again waits only if
 * the network is gone.
 */
function useQueueAnnouncements(): void {
  const { t } = useI18n()
  const announce = useAnnounce()
  const isOffline = useAtomValue(isOfflineAtom)
  const isBehind = useAtomValue(isQueueBehindAtom)
  const last = useAtomValue(shownQueueAtom).at(-1)

  useChange(last, (now, before) => {
    const wasKnown = now?.id === before?.id && (before?.error === null || !isOffline)
    if (now?.error !== null || wasKnown) return
    const hint = t(isBehind ? 'message.waitingBehind' : 'message.waitingHint')
    announce(`${t('message.waiting')}. ${hint}`)
  })
}

const isOfflineAtom = hasFailure('offline')
