import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Clock } from '../cloud/clock.ts'
import { STREAM_REST_MS } from './read-stream.ts'

/** The finish of an answer, until it is known that no error follows it. */
export interface HeldFinish {
  /** `undefined` for a chunk that it leaves to others; else whether the stream said enough. */
  take(chunk: Chunk): 'enough' | 'more' | undefined
  /** No chunk comes any more: returns what the answer ends with, if that is known. */
  end(): Chunk | undefined
}

/** `onRest` is called when nothing followed a finish for long enough. */
export function createHeldFinish(clock: Clock, onRest: () => void): HeldFinish {
  let held: Chunk | undefined
  let cancel = () => {}
  return {
    take(chunk) {
      if (held) {
        if (chunk.type === 'error') held = chunk
        return 'enough'
      }
      if (chunk.type !== 'finish') return undefined
      held = chunk
      cancel = clock.after(STREAM_REST_MS, onRest)
      return 'more'
    },
    end() {
      cancel()
      return held
    },
  }
}
