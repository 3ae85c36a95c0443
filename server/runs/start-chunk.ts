import type { Chunk } from '../../shared/wire/chunk.ts'
import type { RunRow } from '../store/store.ts'

/** What readers learn first: the rows that were saved. */
export function startChunk({
  threadId,
  parentId,
  continuesMessage,
  messageId,
}: Pick<RunRow, 'threadId' | 'parentId' | 'continuesMessage' | 'messageId'>): Chunk {
  const continues = continuesMessage ? { continues: true } : {}
  return {
    type: 'start',
    messageId,
    messageMetadata: { alcove: { threadId, userMessageId: parentId, ...continues } },
  }
}
