import type { Translate } from '../../i18n/create-translate.ts'
import { elementToSpeech } from './element-to-speech.ts'
import { shortenForSpeech } from './shorten-for-speech.ts'

/** All that can be read out of an answer: its text, without reasoning, tools and buttons. */
export function readAnswer(article: Element, t: Translate): string {
  return [...article.querySelectorAll('[data-speech]')]
    .map((element) => elementToSpeech(element, t))
    .join(' ')
}

/** What is said of it: cut to size. */
export function speakAnswer(speech: string, locale: string, t: Translate): string {
  const { text, moreWords } = shortenForSpeech(locale, speech)
  return moreWords === 0 ? text : t('announce.more', { text, n: moreWords })
}
