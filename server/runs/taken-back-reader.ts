import type { ChatBody } from '../../shared/wire/chat.ts'
import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
import { removedChunk } from './drive-run.ts'
import type { RunReader } from './runs.ts'

/**
 * The answer to a chat call whose stop came first: nothing was saved, and the message is taken back. An
 * answer that was to go on waits as before.
 */
export function takenBackReader(body: ChatBody): RunReader {
  const last = body.messages.at(-1)
  const isSubmit = body.trigger === 'submit-message' && last?.role === 'user'
  const removed = isSubmit ? [{ id: last.id, externalId: last.id }] : []
  const text = encodeChunk(removedChunk(removed)) + encodeChunk({ type: 'abort' }) + ENCODED_END
  return { stream: () => new Blob([text]).stream() }
}
