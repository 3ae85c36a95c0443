import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { Attachment } from '../../../../shared/thread/attachment.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

export interface EditFilesProps {
  attachments: readonly Attachment[]
  onChange: (attachments: readonly Attachment[]) => void
  /** The last one was removed, and its button with it. */
  onEmpty: () => void
}

/** Files of a message that is edited. They are uploaded already; each can be left out. */
export function EditFiles({ attachments, onChange, onEmpty }: EditFilesProps) {
  const { t } = useI18n()
  const list = useRef<HTMLUListElement>(null)
  if (attachments.length === 0) return null

  function remove(index: number): void {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    // The focus goes on to the next, else to the one before.
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next === undefined) onEmpty()
    else next.focus()
    onChange(attachments.filter((_, each) => each !== index))
  }

  return (
    <ul ref={list} className="chips">
      {attachments.map(({ id, name }, index) => (
        <li key={id} className="chip edit-file">
          <Paperclip />
          <bdi>{name}</bdi>
          <IconButton label={t('edit.remove', { name })} onClick={() => remove(index)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
