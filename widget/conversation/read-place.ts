import type { Chunk } from '../../shared/wire/chunk.ts'
import type { StreamPlace } from '../api/chat-calls.ts'

/** Position up to which an answer was read, across all its streams. */
export interface ReadPlace extends StreamPlace {
  /** True if the server has named the answer. */
  readonly isStarted: boolean
  /** True if a stream can continue from here, because all chunks were counted. */
  readonly isKnown: boolean
  /**
   * Takes a chunk. `old`: it was read before; `other`: another answer begins here.
   *
   * @param position its number, if it has one.
   */
  take(chunk: Chunk, position: string | undefined): 'new' | 'old' | 'other'
}

export function createReadPlace(): ReadPlace {
  let answerId: string | null = null
  let position = 0
  let isStarted = false
  let isKnown = true

  return {
    get answerId() {
      return answerId
    },
    get position() {
      return position
    },
    get isStarted() {
      return isStarted
    },
    get isKnown() {
      return isKnown
    },
    take(chunk, given) {
      if (chunk.type === 'start') {
        const id: string | null = chunk.messageId ?? null
        if (isStarted && id !== null && answerId !== null && id !== answerId) return 'other'
        answerId ??= id
        isStarted = true
        return 'new'
      }
      const number = given === undefined ? Number.NaN : Number(given)
      if (!Number.isSafeInteger(number) || number < 1) {
        // Chunks that end a stream need no number: nothing is read after them.
        isKnown &&= isUncounted(chunk)
        return 'new'
      }
      if (number <= position) return 'old'
      position = number
      return 'new'
    },
  }
}

const isUncounted = ({ type }: Chunk): boolean =>
  type === 'message-metadata' || type === 'finish' || type === 'error' || type === 'abort'
