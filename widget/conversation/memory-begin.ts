import type { Message } from '../../shared/thread/message.ts'
import { MEMORY_BEGINS } from '../../shared/wire/chunk.ts'

/** The row at which the memory of the model that wrote this answer begins; `null`: at the first message. */
function memoryOf({ metadata }: Message): string | null {
  const rowId = metadata.custom[MEMORY_BEGINS]
  return typeof rowId === 'string' ? rowId : null
}

/**
 * The row at which the model's memory begins in a conversation. The newest answer knows it: one that has no mark
 * may still get one until it ends.
 */
export function memoryBegin(path: readonly Message[]): string | null {
  const newest = path.findLast(
    (message) =>
      message.role === 'assistant' &&
      (memoryOf(message) !== null || message.status?.type === 'complete'),
  )
  return newest ? memoryOf(newest) : null
}

/** True if a new version of a message may move that place. For each token of an answer the path is not read. */
export function mayMoveMemory(before: Message | undefined, message: Message): boolean {
  const isEnd = before?.status?.type !== message.status?.type
  return isEnd || (before !== undefined && memoryOf(before) !== memoryOf(message))
}
