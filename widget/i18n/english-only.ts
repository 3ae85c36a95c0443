import { isOwnSentence } from '../../shared/own-sentence.ts'

const isEnglish = (locale: string): boolean => /^en\b/.test(locale)

/**
 * A sentence that there is in English only. Nothing where the chat speaks another language: words of its
 * own stand in its place.
 */
export const englishOnly = (locale: string, sentence: string): string =>
  isEnglish(locale) ? sentence : ''

/** A server's sentence; nothing where the chat speaks another language than our server's. */
export const serverSentence = (locale: string, sentence: string): string =>
  isEnglish(locale) || !isOwnSentence(sentence) ? sentence : ''
