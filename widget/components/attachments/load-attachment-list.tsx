import type { Attachment } from '../../../shared/thread/attachment.ts'

export interface AttachmentListProps {
  attachments: readonly Attachment[]
}

/** Fetches what shows files, with the first message that has some. */
export async function loadAttachmentList(): Promise<{
  default: (props: AttachmentListProps) => React.ReactNode
}> {
  try {
    const { AttachmentList } = await import('./attachment-list.tsx')
    return { default: AttachmentList }
  } catch {
    return { default: AttachmentNames }
  }
}

/** Without a connection: what they are called. */
export function AttachmentNames({ attachments }: AttachmentListProps) {
  return (
    <ul className="chips">
      {attachments.map(({ id, name }, index) => (
        <li key={`${index} ${id}`} className="chip">
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
