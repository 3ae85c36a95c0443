import { isPlainObject, type JsonObject } from '../json.ts'
import type { Chunk } from './chunk.ts'

type Finish = Extract<Chunk, { type: 'finish' }>

/**
 * The end of an answer whose model wanted further steps than it may have. Published readers see the
 * reason `tool-calls`; ours tell it from a model that said so with all of its calls done.
 */
export const outOfSteps = (metadata: JsonObject = {}): Finish => ({
  type: 'finish',
  messageMetadata: {
    ...metadata,
    finishReason: 'tool-calls',
    alcove: { isOutOfSteps: true },
  },
})

/** Whether an answer ended like {@link outOfSteps}. */
export function isOutOfSteps({ messageMetadata }: Finish): boolean {
  const alcove = messageMetadata?.['alcove']
  return isPlainObject(alcove) && alcove['isOutOfSteps'] === true
}
