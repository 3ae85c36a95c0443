import { useAtomValue, useSetAtom } from 'jotai/react'
import { Plus } from 'lucide-react'
import { useMemo, useRef, type ChangeEvent, type RefObject } from 'react'
import { formatBytes } from '../i18n/format-units.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Translate } from '../i18n/create-translate.ts'
import {
  addFilesAtom,
  attachmentAcceptAtom,
  canAttachAtom,
  fileLimitsAtom,
  hasAttachmentsAtom,
  type FileLimits,
} from './atoms/attachments.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { isTouchPrimary } from '../world/decide-key.ts'

export interface AttachButtonProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** Default true. */
  isMultiple?: boolean
}

/** Button that picks files; absent if the thread takes none. */
export function AttachButton({ fieldRef, isMultiple = true }: AttachButtonProps) {
  const { t, locale } = useI18n()
  const hasAttachments = useAtomValue(hasAttachmentsAtom)
  const canAttach = useAtomValue(canAttachAtom)
  const accept = useAtomValue(attachmentAcceptAtom)
  const addFiles = useSetAtom(addFilesAtom)
  const fileLimits = useAtomValue(fileLimitsAtom)
  // Memoized: formatting a number in the locale costs more than the rest of this component.
  const limits = useMemo(() => describeLimits(fileLimits, t, locale), [fileLimits, t, locale])
  const input = useRef<HTMLInputElement>(null)
  if (!hasAttachments) return null

  function handleChange({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])]
    // Lets the same file be picked again after its removal.
    target.value = ''
    if (files.length === 0 || !canAttach) return
    void addFiles({ files })
    // A focused field would open the screen keyboard.
    if (!isTouchPrimary(window)) fieldRef.current?.focus()
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        accept={accept === '*' ? undefined : accept}
        onChange={handleChange}
      />
      <IconButton
        data-action="attach"
        label={t('attachment.add')}
        tooltip={limits}
        aria-description={limits}
        aria-disabled={!canAttach}
        onClick={() => canAttach && input.current?.click()}
      >
        <Plus />
      </IconButton>
    </>
  )
}

/** Describes the limits, for people who have not picked a file yet. */
function describeLimits(
  { fileBytes, imageBytes, filesPerMessage }: FileLimits,
  t: Translate,
  locale: string,
): string {
  const values = { n: filesPerMessage, size: formatBytes(locale, fileBytes) }
  if (imageBytes >= fileBytes) return t('attachment.limits', values)
  return t('attachment.limitsWithImages', {
    ...values,
    imageSize: formatBytes(locale, imageBytes),
  })
}
