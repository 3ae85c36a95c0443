/** Passes text on in pieces that never end in half a character. */
export interface WholeCharacters {
  push(piece: string): string
  /** What is left at the end; half a character becomes U+FFFD. */
  end(): string
}

/**
 * Providers cut between the two halves of an emoji. Each piece is stored and sent for itself, as UTF-8,
 * where a half does not survive: it waits for the other one. U+0000 goes, since Postgres refuses it.
 */
export function createWholeCharacters(): WholeCharacters {
  let half = ''
  return {
    push(piece) {
      const text = half + piece
      const last = text.charCodeAt(text.length - 1)
      const endsInHalf = last >= 0xd800 && last <= 0xdbff
      half = endsInHalf ? text.slice(-1) : ''
      return clean(endsInHalf ? text.slice(0, -1) : text)
    },
    end() {
      const text = clean(half)
      half = ''
      return text
    },
  }
}

function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
