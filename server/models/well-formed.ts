/** Passes text on in pieces that never end in half a surrogate pair. */
export interface WholeCharacters {
  push(piece: string): string
  /** Returns the rest; a lone surrogate becomes U+FFFD. */
  end(): string
}

/**
 * Providers may cut between the two surrogates of an emoji. Each piece is stored and sent separately, as
 * UTF-8, which has no lone surrogates: so the first half waits for the other. U+0000 is removed, since
 * Postgres refuses it.
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
