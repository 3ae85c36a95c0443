import { useSetAtom } from 'jotai/react'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { TrayAttachment, TrayNote } from './atoms/attachments.ts'
import { makePagesAtom, removeAttachmentAtom, retryAttachmentAtom } from './atoms/tray-actions.ts'
import { useAnnounce } from '../ui/announcer.tsx'
import { TrayChip } from './tray-chip.tsx'
import '../files/attachments.css'
import { describeNote, useTrayAnnouncements } from './tray-notes.tsx'
import { trayNoteId } from './composer-note.tsx'
import { isImeKey } from '../world/decide-key.ts'

export interface TrayProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  items: readonly TrayAttachment[]
  notes: readonly TrayNote[]
}

/** The files of the draft, and notes about the last choice. */
export function Tray({ fieldRef, items, notes }: TrayProps) {
  const { t, locale } = useI18n()
  const announce = useAnnounce()
  const removeItem = useSetAtom(removeAttachmentAtom)
  const retry = useSetAtom(retryAttachmentAtom)
  const makePages = useSetAtom(makePagesAtom)
  const list = useRef<HTMLUListElement>(null)
  /** Index that gets the focus when the file with the focused button is gone. */
  const focusAt = useRef<number | null>(null)
  useTrayAnnouncements(items, notes)

  useEffect(() => {
    const index = focusAt.current
    focusAt.current = null
    if (index !== null) focusRemove(Math.min(index, items.length - 1))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of the list moves the focus
  }, [items])

  /** Without such a file, focus goes to the button that attaches: a field would open the screen keyboard. */
  function focusRemove(index: number): void {
    const button = list.current?.children[index]?.querySelector<HTMLElement>('.tray-remove')
    const attach = fieldRef.current?.form?.querySelector<HTMLElement>('[data-action=attach]')
    const target = button ?? attach ?? fieldRef.current
    target?.focus()
  }

  function remove({ id, name }: TrayAttachment): void {
    void removeItem(id)
    announce(t('attachment.removed', { name }))
  }

  const markedId = useLastFileKeys({
    field: fieldRef,
    items,
    onMark: ({ name }) => announce(t('attachment.marked', { name })),
    onRemove: remove,
  })

  return (
    <>
      {items.length > 0 && (
        <ul ref={list} className="tray" aria-label={t('attachment.list')}>
          {items.map((item, index) => (
            <TrayChip
              key={item.id}
              item={item}
              isMarked={item.id === markedId}
              onRemove={() => {
                focusAt.current = index
                remove(item)
              }}
              onRetry={() => {
                // The button is about to be removed.
                focusRemove(index)
                void retry(item.id)
              }}
              onMakePages={() => {
                focusRemove(index)
                void makePages(item.id)
              }}
            />
          ))}
        </ul>
      )}
      {notes
        .map((note) => describeNote(note, t, locale))
        .map((text, index) => (
          <p key={text} id={trayNoteId(index)} className="tray-note" dir="auto">
            {text}
          </p>
        ))}
    </>
  )
}

interface LastFileKeysInput {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly items: readonly TrayAttachment[]
  readonly onMark: (item: TrayAttachment) => void
  readonly onRemove: (item: TrayAttachment) => void
}

/**
 * In an empty field, Backspace marks the last file. A second Backspace removes it; any other key clears the mark.
 * Returns the marked file's id.
 */
function useLastFileKeys({ field, items, onMark, onRemove }: LastFileKeysInput) {
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
      // A key held down would remove one file after the other.
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
