import type { EmbeddingPrefixes } from '../../../models/embedding-prefixes.ts'
import type { UnembeddedText } from '../../../store/store.ts'

/** Characters of a text that are embedded: within the tokens that models take, in every script. */
export const EMBEDDED_CHARACTERS = 4_000
/** Characters of a question that are embedded. */
export const QUESTION_CHARACTERS = 2_000

/** The text of a piece that is embedded: what it says, below what it stands. */
export const embeddedText = (
  { title, headings, text }: UnembeddedText,
  { passage }: EmbeddingPrefixes,
): string =>
  passage + cut([title, ...headings, text].filter(Boolean).join('\n'), EMBEDDED_CHARACTERS)

export const embeddedQuestion = (text: string, { question }: EmbeddingPrefixes): string =>
  question + cut(text, QUESTION_CHARACTERS)

/** Without half of a letter at its end. */
const cut = (text: string, characters: number): string => text.slice(0, characters).toWellFormed()
