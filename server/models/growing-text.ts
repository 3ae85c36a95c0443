/** Number of pieces that are joined at once. */
export const PIECES_MAX = 64

/**
 * A text that grows by small pieces and is rarely read. A plain `+=` keeps each piece, with some forty bytes
 * around it, until the whole is read.
 */
export interface GrowingText {
  readonly length: number
  add(piece: string): void
  /** Returns the whole text and empties it. */
  take(): string
}

export function createGrowingText(): GrowingText {
  /** Texts that were joined, each from {@link PIECES_MAX} pieces. */
  let joined: string[] = []
  /** The newest pieces. */
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
