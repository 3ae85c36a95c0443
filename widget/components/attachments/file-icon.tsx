import File from 'lucide-react/icons/file'
import FileText from 'lucide-react/icons/file-text'
import Image from 'lucide-react/icons/image'
import type { Attachment } from '../../../shared/thread/attachment.ts'

export function FileIcon({ type }: { type: Attachment['type'] }) {
  switch (type) {
    case 'image':
      return <Image />
    case 'document':
      return <FileText />
    case 'file':
      return <File />
    default:
      return type satisfies never
  }
}
