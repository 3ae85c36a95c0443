import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'

export interface AttachmentListProps {
  attachments: readonly Attachment[]
}

/** What files are called, until what shows them has come. */
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
