import type { Chunk } from '../../shared/wire/chunk.ts'
import type { StreamPlace } from '../api/chat-calls.ts'

/** How far an answer was read, over all the streams that carried it. */
export interface ReadPlace extends StreamPlace {
  /** The server said which answer it is. */
  readonly isStarted: boolean
  /** Whether a stream can go on from here: all that came was counted. */
  readonly isKnown: boolean
  /**
   * A chunk came. `old`: it was taken before; `other`: another answer begins here.
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
        // What ends a stream needs no number: nothing is read behind it.
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
