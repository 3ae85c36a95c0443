import { markInvisible } from '../../../shared/mark-invisible.ts'
import { loadComponent } from '../../ui/load-component.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'

export interface AttachmentListProps {
  attachments: readonly Attachment[]
}

/** Fetches what shows files, with the first message that has some. */
export const loadAttachmentList = () =>
  loadComponent(async () => (await import('./attachment-list.tsx')).AttachmentList)

/** Until that has come: what they are called. */
export function AttachmentNames({ attachments }: AttachmentListProps) {
  return (
    <ul className="chips">
      {attachments.map(({ id, name }, index) => (
        <li key={`${index} ${id}`} className="chip">
          <bdi>{markInvisible(name)}</bdi>
        </li>
      ))}
    </ul>
  )
}
