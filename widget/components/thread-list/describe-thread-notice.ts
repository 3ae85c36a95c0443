import type { ThreadNotice } from '../../state/thread-list.ts'
import type { ListTranslate } from './list-texts.ts'

/** What a notice says. */
export function describeThreadNotice(texts: ListTranslate, notice: ThreadNotice): string {
  const title = notice.title ?? texts('threads.untitled')
  if (notice.type === 'archived') return texts('threads.wasArchived', { title })
  switch (notice.operation) {
    case 'rename':
      return texts('threads.renameFailed', { title })
    case 'archive':
      return texts('threads.archiveFailed', { title })
    case 'unarchive':
      return texts('threads.unarchiveFailed', { title })
    case 'delete':
      return texts('threads.deleteFailed', { title })
    case 'switch':
      return texts('threads.switchFailed', { title })
    default:
      return notice.operation satisfies never
  }
}
