import type { Message } from '../../shared/thread/message.ts'
import { replayMessage } from '../../shared/thread/replay-message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
import type { RunReader } from './runs.ts'

/** A finished answer as a stream, for a caller that sends again because it never saw the answer. */
export function storedAnswerReader(start: Chunk, answer: Message): RunReader {
  const text = [start, ...replayMessage(answer)].map(encodeChunk).join('') + ENCODED_END
  return { stream: () => new Blob([text]).stream() }
}
