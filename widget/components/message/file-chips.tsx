import { Paperclip } from 'lucide-react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { MessagePart } from '../../../shared/thread/message.ts'

/** Files of a message by name. What is in them is not shown. */
export function FileChips({ parts }: { parts: readonly MessagePart[] }) {
  const { t } = useI18n()
  const files = parts.filter((part) => part.type === 'file' || part.type === 'image')
  if (files.length === 0) return null
  return (
    <ul className="chips">
      {files.map((file, index) => (
        <li key={index} className="chip">
          <Paperclip />
          <bdi>{file.filename ?? t('message.attachment')}</bdi>
        </li>
      ))}
    </ul>
  )
}
