/** Some voices fall silent within a longer text and never say that they ended. */
export const SPOKEN_PIECE_MAX_CHARACTERS = 200

/** A text in pieces for a voice: whole sentences while they fit, else whole words. */
export function splitSpeech(text: string, maxCharacters = SPOKEN_PIECE_MAX_CHARACTERS): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of partsOf(text, maxCharacters)) {
    if (piece.length + part.length > maxCharacters && piece !== '') {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  pieces.push(piece)
  return pieces.map((each) => each.trim()).filter((each) => each !== '')
}

function* partsOf(text: string, maxCharacters: number): Generator<string> {
  for (const { segment: sentence } of new Intl.Segmenter(undefined, {
    granularity: 'sentence',
  }).segment(text)) {
    if (sentence.length <= maxCharacters) {
      yield sentence
      continue
    }
    for (const { segment: word } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
      sentence,
    )) {
      yield* cut(word, maxCharacters)
    }
  }
}

function* cut(word: string, maxCharacters: number): Generator<string> {
  for (let start = 0; start < word.length; start += maxCharacters) {
    yield word.slice(start, start + maxCharacters)
  }
}
