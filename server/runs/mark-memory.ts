import { MEMORY_BEGINS } from '../../shared/wire/chunk.ts'
import type { AnswerChunks } from '../models/model.ts'
import type { AnswerChunk } from '../models/step-memory.ts'

/**
 * An answer that first says where the model's memory begins.
 *
 * @param firstId the first message that is told; undefined if the conversation begins with it.
 */
export async function* markMemory(
  chunks: AnswerChunks,
  firstId: string | undefined,
): AsyncGenerator<AnswerChunk, void, undefined> {
  if (firstId !== undefined) {
    yield { type: 'message-metadata', messageMetadata: { [MEMORY_BEGINS]: firstId } }
  }
  // No limit: chunks of this process, whose model has PROVIDER_TOTAL_TIMEOUT_MS.
  yield* chunks
}
