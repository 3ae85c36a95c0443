import type { TrayNote } from '../../state/attachments.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import type { I18n } from '../../i18n/i18n-context.tsx'

/** Why files were left out, in words. */
export function describeNote(note: TrayNote, { t, locale }: I18n): string {
  const values = { n: note.names.length, name: note.names[0] ?? '' }
  switch (note.type) {
    case 'folder':
      return t('attachment.folder', values)
    case 'empty':
      return t('attachment.empty', values)
    case 'duplicate':
      return t('attachment.duplicate', values)
    case 'too-large':
      return t('attachment.tooLarge', { ...values, size: formatBytes(locale, note.maxBytes) })
    case 'too-many':
      return t('attachment.tooMany', { ...values, max: note.max })
    case 'not-accepted':
      return note.message
    case 'failed':
      return t('attachment.notAttached')
    case 'not-sent':
      return t('attachment.notSent')
    case 'overtaken':
      return t('composer.overtaken')
    default:
      return note satisfies never
  }
}
