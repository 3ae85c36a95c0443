import { loadFunctionWords, readGrammar } from '../../knowledge/index/function-words.ts'
import { languageOfLetters } from '../../knowledge/read/guess-language.ts'
import { listWords } from '../../store/store.ts'
import { maskBeginning } from '../../mask/mask-text.ts'

/** Different words of a question that are kept. */
const WORDS_MAX = 64
/** Characters of a question that are read: more words tell no more about it. */
const READ_CHARACTERS = 4_000

/** Of languages that share a question's small words, the first: those with the most speakers on the web. */
const USUAL = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'ru', 'sv', 'da', 'nb', 'cs']

/** Letters that Arabic does not have. */
const OTHERS_IN_ARABIC_SCRIPT = [
  ['ur', /[ٹڈڑےں]/u],
  ['fa', /[پچژگ]/u],
] as const

export interface QuestionWords {
  /** BCP 47 without a region; empty: unknown. */
  readonly language: string
  /** Folded content words, in order, each once. */
  readonly words: readonly string[]
}

/**
 * The language of a question by its letters and its small words, and the words that say what it is about; without
 * personal data, since the desk shows the words of a group to its readers.
 */
export async function readQuestionWords(question: string): Promise<QuestionWords> {
  const text = maskBeginning(question, READ_CHARACTERS)
    .flatMap((part) => (part.mark === undefined ? part.text : []))
    .join(' ')
  const all = [...new Set(listWords(text, WORDS_MAX * 4))]
  const { functionWords, languages } = readGrammar(all, await loadFunctionWords())
  const content = all.filter((word) => !functionWords.has(word))
  return {
    language: languageByLetters(text) ?? usualOf(languages),
    words: (content.length > 0 ? content : all).slice(0, WORDS_MAX),
  }
}

function languageByLetters(text: string): string | undefined {
  const language = languageOfLetters(text)
  if (language !== 'ar') return language
  return OTHERS_IN_ARABIC_SCRIPT.find(([, letters]) => letters.test(text))?.[0] ?? language
}

function usualOf(languages: ReadonlySet<string>): string {
  const [first = '', ...others] = languages
  return others.length === 0 ? first : (USUAL.find((usual) => languages.has(usual)) ?? '')
}
