import type { Translate } from '../../i18n/create-translate.ts'
import { spokenElements } from '../message-element.ts'

/** All that can be read out of an answer as it is drawn, so without the signs that markdown is made of. */
export const readAnswer = (messageId: string, t: Translate): string =>
  spokenElements(messageId)
    .map((element) => elementToSpeech(element, t))
    .join(' ')

/** As much of an answer that grows as will not change any more: all but its last paragraph. */
export const readFinished = (messageId: string, t: Translate): string =>
  spokenElements(messageId)
    .flatMap((element) => {
      const growing = element.querySelector('[data-growing]')
      return growing ? [...growing.children].slice(0, -1) : [element]
    })
    .map((element) => elementToSpeech(element, t))
    .join(' ')

/** What is said of it: cut to size. */
export function speakAnswer(speech: string, locale: string, t: Translate): string {
  const { text, moreWords } = shortenForSpeech(locale, speech)
  return moreWords === 0 ? text : t('announce.more', { text, n: moreWords })
}

/** Characters of an answer that are read out at most. */
const SPOKEN_CHARACTERS = 1500

interface SpokenText {
  readonly text: string
  /** Words that were left out. */
  readonly moreWords: number
}

/** Cuts a long text at the end of a sentence, or of a word when the first sentence is too long. */
export function shortenForSpeech(locale: string, text: string): SpokenText {
  if (text.length <= SPOKEN_CHARACTERS) return { text, moreWords: 0 }
  const end = lastBreak(locale, 'sentence', text) || lastBreak(locale, 'word', text)
  const cut = end || SPOKEN_CHARACTERS
  return { text: text.slice(0, cut).trimEnd(), moreWords: countWords(locale, text.slice(cut)) }
}

function lastBreak(locale: string, granularity: 'sentence' | 'word', text: string): number {
  // One character more than fits, so that a break exactly at the limit is seen.
  const head = text.slice(0, SPOKEN_CHARACTERS + 1)
  const starts = [...new Intl.Segmenter(locale, { granularity }).segment(head)]
  return starts.at(-1)?.index ?? 0
}

function countWords(locale: string, text: string): number {
  const words = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)
  return [...words].filter((word) => word.isWordLike).length
}

const BLOCKS = new Set(['P', 'LI', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE', 'DIV', 'BR'])
const SILENT =
  'button, [data-ui], [hidden], [aria-hidden="true"], [role="tooltip"], [role="status"]'

// What widget/markdown draws around code.
const CODE_BOX = '.md-code'
const CODE_LANGUAGE = '.md-code-language'

/**
 * What a listener hears of rendered markdown. The elements are walked, not the source: what an
 * asterisk means is known only after rendering.
 */
export function elementToSpeech(root: Element, t: Translate): string {
  const blocks = ['']
  walk(root)
  return blocks
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '')
    .map((block) => (/[\p{P}]$/u.test(block) ? block : `${block}.`))
    .join(' ')

  function add(text: string): void {
    blocks[blocks.length - 1] += text
  }

  function walk(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) add(node.textContent ?? '')
    if (!(node instanceof Element) || node.matches(SILENT)) return
    const summary = summaryOf(node, t)
    const isBlock = summary !== null ? node.tagName !== 'IMG' : BLOCKS.has(node.tagName)
    if (isBlock) blocks.push('')
    if (summary !== null) add(summary)
    else for (const child of node.childNodes) walk(child)
    if (isBlock) blocks.push('')
  }
}

/** What stands for an element that nobody wants to hear symbol by symbol. */
function summaryOf(element: Element, t: Translate): string | null {
  const { tagName } = element
  if (tagName === 'IMG') return element.getAttribute('alt') || t('announce.image')
  if (tagName === 'TABLE') {
    const rows = element.querySelectorAll('tbody tr').length
    const columns = element.querySelectorAll('thead th').length
    return t('announce.table', { columns, n: rows })
  }
  if (tagName === 'PRE' || element.matches(CODE_BOX)) return codeSummary(element, t)
  return null
}

function codeSummary(element: Element, t: Translate): string {
  const code = element.querySelector('code') ?? element
  const n = (code.textContent ?? '').replace(/\n$/, '').split('\n').length
  const language = element.querySelector(CODE_LANGUAGE)?.textContent ?? ''
  const isUnnamed = language === '' || language === t('markdown.codeBlock')
  return isUnnamed ? t('announce.plainCode', { n }) : t('announce.code', { n, language })
}
