import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  useId,
  useLayoutEffect,
  useRef,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { ExtractAtomValue } from 'jotai/vanilla'
import { flushSync } from 'react-dom'
import { CircleX } from 'lucide-react'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { Message } from '../../shared/thread/message.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import {
  cancelEditAtom,
  changeEditAtom,
  discardEditAtom,
  isEditChanged,
  sendEditAtom,
  type editAtom,
} from './atoms/edit.ts'
import { userTextMaxAtom } from '../world/server-facts.ts'
import { settingsAtom } from '../world/settings.ts'
import { isDisabledAtom } from '../conversation/atoms/thread.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { AutoGrowTextarea } from '../ui/auto-grow-textarea.tsx'
import { useEditPlace } from '../world/use-edit-place.tsx'
import { useEscapeLayer } from '../ui/use-escape-layer.tsx'
import { decideFieldKey } from '../world/decide-key.ts'
import { measureDraft } from '../composer/measure-draft.ts'
import { AttachmentView } from '../files/attachment-list.tsx'
import { messageElement, messageHeadingId } from './message-element.ts'
import './edit-view.css'
import { IconButton } from '../ui/icon-button.tsx'

type Edit = NonNullable<ExtractAtomValue<ReturnType<typeof editAtom>>>

export interface EditViewProps {
  message: Message
  edit: Edit
}

/** The message as a field, in its place. */
export function EditView({ message, edit }: EditViewProps) {
  const { t } = useI18n()
  const { id } = message
  const change = useSetAtom(changeEditAtom)
  const send = useSetAtom(sendEditAtom)
  const cancel = useSetAtom(cancelEditAtom)
  const discard = useSetAtom(discardEditAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  const isRunning = useAtomValue(isRunningAtom)
  const isDisabled = useAtomValue(isDisabledAtom)
  const { sendKey } = useAtomValue(settingsAtom)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const placeOf = useEditPlace(field)
  const noteId = useId()
  const note = useNote(edit.text)
  const hasChange = isEditChanged(message, edit)
  const canSave = !isRunning && !isDisabled && hasChange && !isEmpty(edit) && !note.isTooLong

  useFocusAtEnd(field)
  // Escape outside of the edit has another meaning.
  useEscapeLayer(({ target }) => {
    if (!(target instanceof Node) || form.current?.contains(target) !== true) return false
    handleCancel()
  })

  /** The content is kept for the next edit, as after an accidental Escape. */
  const handleCancel = () => leave(cancel)

  function leave(close: () => void): void {
    flushSync(close)
    messageElement(id)?.querySelector<HTMLElement>('[data-action=edit]')?.focus()
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!hasChange) return handleCancel()
    if (!canSave) return
    send(id)
    requestFocus()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (decideFieldKey(event, isRunning, sendKey) === 'native') return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      className="edit-view"
      aria-labelledby={messageHeadingId(id)}
      onSubmit={handleSubmit}
      data-ui
    >
      <AutoGrowTextarea
        ref={field}
        className="edit-field"
        aria-label={t('edit.field')}
        aria-describedby={note.text === '' ? undefined : noteId}
        aria-invalid={note.isTooLong}
        dir="auto"
        value={edit.text}
        onChange={(event) => change(id, { text: event.target.value }, placeOf(event))}
        onKeyDown={handleKeyDown}
      />
      <EditFiles
        attachments={edit.attachments ?? []}
        onChange={(attachments) => change(id, { attachments })}
        onEmpty={() => field.current?.focus()}
      />
      {note.text !== '' && (
        <p id={noteId} className="edit-note">
          {note.text}
        </p>
      )}
      <EditActions canSave={canSave} onDiscard={() => leave(() => discard(id))} />
    </form>
  )
}

function useFocusAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const area = field.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [field])
}

function EditActions({ canSave, onDiscard }: { canSave: boolean; onDiscard: () => void }) {
  const { t } = useI18n()
  return (
    <div className="edit-actions">
      <button type="button" className="outline-button" onClick={onDiscard}>
        {t('edit.cancel')}
      </button>
      <button type="submit" className="main-button" aria-disabled={!canSave}>
        {t('edit.save')}
      </button>
    </div>
  )
}

/** The reason why an edit cannot be saved, unless it is obvious. */
function useNote(text: string): { text: string; isTooLong: boolean } {
  const { t } = useI18n()
  const isRunning = useAtomValue(isRunningAtom)
  const length = measureDraft(text, useAtomValue(userTextMaxAtom))
  if (length.type === 'over') {
    return { text: t('composer.over', { n: length.excess }), isTooLong: true }
  }
  return { text: isRunning ? t('edit.busy') : '', isTooLong: false }
}

const isEmpty = ({ text, attachments = [] }: Edit): boolean =>
  text.trim() === '' && attachments.length === 0

interface EditFilesProps {
  attachments: readonly Attachment[]
  onChange: (attachments: readonly Attachment[]) => void
  /** The last file was removed together with its button. */
  onEmpty: () => void
}

/** Files of an edited message. They are uploaded already; each can be removed. */
function EditFiles({ attachments, onChange, onEmpty }: EditFilesProps) {
  const { t } = useI18n()
  const list = useRef<HTMLUListElement>(null)
  if (attachments.length === 0) return null

  function remove(index: number): void {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.edit-remove') ?? [])]
    // Focus moves to the next button, else to the previous one.
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next === undefined) onEmpty()
    else next.focus()
    onChange(attachments.filter((_, each) => each !== index))
  }

  return (
    <ul ref={list} className="attachments">
      {attachments.map((attachment, index) => (
        <li key={attachment.id} className="attachment">
          <AttachmentView attachment={attachment} />
          <IconButton
            className="edit-remove"
            label={t('edit.remove', { name: attachment.name })}
            onClick={() => remove(index)}
          >
            <CircleX />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
