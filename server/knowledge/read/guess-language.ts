import type { Section } from '../document.ts'

/** Scripts that one language mostly has to itself; kana stand for Japanese wherever they occur. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp, share: number])[] = [
  ['ja', /[\p{sc=Hira}\p{sc=Kana}]/gu, 0.1],
  ['ko', /\p{sc=Hang}/gu, 0.3],
  ['th', /\p{sc=Thai}/gu, 0.3],
  ['he', /\p{sc=Hebr}/gu, 0.3],
  ['el', /\p{sc=Grek}/gu, 0.3],
  ['hi', /\p{sc=Deva}/gu, 0.3],
  ['ar', /\p{sc=Arab}/gu, 0.3],
  ['zh', /\p{sc=Han}/gu, 0.3],
]
const SAMPLE_LETTERS = 5_000

/** Language of a text by its letters; undefined for scripts of many languages, such as the Latin one. */
export function languageOfLetters(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LETTERS)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  return SCRIPTS.find(
    ([, pattern, share]) => (sample.match(pattern)?.length ?? 0) >= share * letters,
  )?.[0]
}

/** The same for a document. */
export function guessLanguage(sections: readonly Section[]): string | undefined {
  let sample = ''
  for (const { blocks } of sections) {
    sample += blocks.join(' ')
    if (sample.length > SAMPLE_LETTERS) break
  }
  return languageOfLetters(sample)
}
