import type { Translate } from '../../i18n/create-translate.ts'
import { elementToSpeech } from './element-to-speech.ts'
import { shortenForSpeech } from './shorten-for-speech.ts'

/** What is read out of an answer: its text, without reasoning, tools and buttons, cut to size. */
export function speakAnswer(article: Element, locale: string, t: Translate): string {
  const speech = [...article.querySelectorAll('[data-speech]')]
    .map((element) => elementToSpeech(element, t))
    .join(' ')
  const { text, moreWords } = shortenForSpeech(locale, speech)
  return moreWords === 0 ? text : t('announce.more', { text, n: moreWords })
}
