import type { JsonObject } from '../../../shared/json.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import type { Model, ModelRequest } from '../model.ts'
import type { AnswerChunk } from '../step-memory.ts'

export interface ScriptedModel extends Model {
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[]
}

/** A model that answers with these chunks, and records its requests. */
export function createScriptedModel(
  answer: (
    request: ModelRequest,
    signal: AbortSignal,
  ) => Iterable<AnswerChunk> | AsyncIterable<AnswerChunk>,
  name = 'scripted/any',
): ScriptedModel {
  const requests: ModelRequest[] = []
  return {
    name,
    requests,
    async *stream(request, signal) {
      requests.push(request)
      yield* answer(request, signal)
    },
  }
}

/** @param usage tokens that the model reports; default: none. */
export const sayText = (text: string, usage?: JsonObject): Chunk[] => [
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
  { type: 'finish-step', ...(usage && { usage }) },
  { type: 'finish', messageMetadata: { finishReason: 'stop', usage: {} } },
]

/** An answer that starts, and continues when `release` is called. */
export function createHeldAnswer() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  async function* answer(_request: unknown, signal: AbortSignal): AsyncGenerator<Chunk> {
    const [begin, open, ...rest] = sayText('Held.')
    yield begin!
    yield open!
    yield { type: 'text-delta', id: 't', delta: 'Begun. ' }
    await Promise.race([
      released,
      new Promise((resolve) => signal.addEventListener('abort', resolve)),
    ])
    yield* rest
  }
  return { answer, release }
}
