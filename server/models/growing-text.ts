/** So many pieces are put together at once. */
export const PIECES_MAX = 64

/**
 * A text that grows by small pieces and is read seldom. A plain `+=` keeps each piece as it came, with
 * some forty bytes around it, until somebody reads the whole.
 */
export interface GrowingText {
  readonly length: number
  add(piece: string): void
  /** The whole text; it is empty afterwards. */
  take(): string
}

export function createGrowingText(): GrowingText {
  /** Each of {@link PIECES_MAX} pieces that were put together. */
  let joined: string[] = []
  /** The newest ones, as they came. */
  let pieces: string[] = []
  let length = 0

  return {
    get length() {
      return length
    },
    add(piece) {
      length += piece.length
      pieces.push(piece)
      if (pieces.length < PIECES_MAX) return
      joined.push(pieces.join(''))
      pieces = []
    },
    take() {
      const text = [...joined, ...pieces].join('')
      joined = []
      pieces = []
      length = 0
      return text
    },
  }
}
