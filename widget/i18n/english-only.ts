import { isOwnSentence } from '../../shared/own-sentence.ts'

const isEnglish = (locale: string): boolean => /^en\b/.test(locale)

/**
 * Returns a sentence that exists in English only, or an empty text if the chat is in another language: its
 * translated texts are shown instead.
 */
export const englishOnly = (locale: string, sentence: string): string =>
  isEnglish(locale) ? sentence : ''

/** Returns a server's sentence, or an empty text if the chat is not in our server's language. */
export const serverSentence = (locale: string, sentence: string): string =>
  isEnglish(locale) || !isOwnSentence(sentence) ? sentence : ''
