import type { MessageTree } from '../../shared/thread/message-tree.ts'
import { hasContent, isFailed } from './answer-status.ts'

/**
 * Returns the message that the next one follows. If the last answer failed, its newest good version is used: the
 * model reads the path above a message, and would not get the good answer otherwise.
 */
export function findGoodEnd({ headId, get, branches }: MessageTree): string | null {
  const head = headId === null ? undefined : get(headId)
  if (head?.role !== 'assistant' || !isFailed(head)) return headId
  const versions = branches(head.id).flatMap((id) => get(id) ?? [])
  const good = versions.findLast(
    (version) => version.role === 'assistant' && !isFailed(version) && hasContent(version),
  )
  return good?.id ?? headId
}
