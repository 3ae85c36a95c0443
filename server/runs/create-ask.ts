import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Assistant } from '../models/model.ts'
import type { Scope } from '../store/store.ts'
import type { AmountOf } from './amount-of.ts'
import { createRequest, type Wishes } from './create-request.ts'

/**
 * Asks the assistant's model for an answer to these messages, or for the rest of the last one. The
 * answer's id is that of its row.
 */
export type Ask = (
  messages: readonly Message[],
  answerId: string,
  signal: AbortSignal,
) => AsyncIterable<Chunk>

/**
 * How one call asks. A page that has a tool with the name of one of the operator's learns of each
 * call of it that the server runs it: nothing else tells the two apart.
 *
 * @throws AlcoveError `too_large` for a system text.
 */
export function createAsk(
  assistant: Assistant,
  caller: Scope,
  wishes: Wishes,
  amountOf: AmountOf,
): Ask {
  const toRequest = createRequest(assistant, caller, wishes, amountOf)
  const offered = new Set(wishes.tools.map(({ name }) => name))
  const taken = new Set(assistant.tools.flatMap(({ name }) => (offered.has(name) ? name : [])))
  return (messages, answerId, signal) => {
    const chunks = assistant.model.stream({ ...toRequest(messages), answerId }, signal)
    return taken.size === 0 ? chunks : markCalls(chunks, taken)
  }
}

async function* markCalls(
  chunks: AsyncIterable<Chunk>,
  names: ReadonlySet<string>,
): AsyncGenerator<Chunk, void, undefined> {
  for await (const chunk of chunks) {
    const isCall = chunk.type === 'tool-input-start' || chunk.type === 'tool-input-available'
    yield isCall && names.has(chunk.toolName) ? { ...chunk, providerExecuted: true } : chunk
  }
}
