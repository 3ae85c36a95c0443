import type { Translate } from '../../i18n/create-translate.ts'
import { spokenElements } from '../message-element.ts'

/** The readable text of a drawn answer, so without markdown syntax. */
export const readAnswer = (messageId: string, t: Translate): string =>
  spokenElements(messageId)
    .map((element) => elementToSpeech(element, t))
    .join(' ')

/** The part of a growing answer that no longer changes: all but its last paragraph. */
export const readFinished = (messageId: string, t: Translate): string =>
  spokenElements(messageId)
    .flatMap((element) => {
      const growing = element.querySelector('[data-growing]')
      return growing ? [...growing.children].slice(0, -1) : [element]
    })
    .map((element) => elementToSpeech(element, t))
    .join(' ')

/** Spoken form of a text: shortened. */
export function speakAnswer(speech: string, locale: string, t: Translate): string {
  const { text, moreWords } = shortenForSpeech(locale, speech)
  return moreWords === 0 ? text : t('announce.more', { text, n: moreWords })
}

/** Maximum number of characters of an answer that are read aloud. */
const SPOKEN_CHARACTERS = 1500

interface SpokenText {
  readonly text: string
  /** Number of omitted words. */
  readonly moreWords: number
}

/** Shortens a long text at the end of a sentence, or of a word if the first sentence is too long. */
export function shortenForSpeech(locale: string, text: string): SpokenText {
  if (text.length <= SPOKEN_CHARACTERS) return { text, moreWords: 0 }
  const end = lastBreak(locale, 'sentence', text) || lastBreak(locale, 'word', text)
  const cut = end || SPOKEN_CHARACTERS
  return { text: text.slice(0, cut).trimEnd(), moreWords: countWords(locale, text.slice(cut)) }
}

function lastBreak(locale: string, granularity: 'sentence' | 'word', text: string): number {
  // An extra character, so that a break exactly at the limit is found.
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

// Code blocks of widget/markdown.
const CODE_BOX = '.md-code'
const CODE_LANGUAGE = '.md-code-language'

/**
 * Speech for rendered markdown. Walks the elements, not the source: an asterisk's meaning is known only after
 * rendering.
 */
export function elementToSpeech(root: Element, t: Translate): string {
  const blocks = ['']
  for (const piece of speechPieces(root, t)) {
    if (piece === BLOCK_END) blocks.push('')
    else blocks[blocks.length - 1] += piece.text
  }
  return blocks
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '')
    .map((block) => (PUNCTUATED.test(block) ? block : `${block}.`))
    .join(' ')
}

const PUNCTUATED = /[\p{P}]$/u

/** Text with its place; `null`: it replaces an element. */
interface SpeechPiece {
  readonly text: string
  readonly node: Node | null
}

const BLOCK_END = Symbol('block end')

function* speechPieces(node: Node, t: Translate): Generator<SpeechPiece | typeof BLOCK_END> {
  if (node.nodeType === Node.TEXT_NODE) yield { text: node.textContent ?? '', node }
  if (!(node instanceof Element) || node.matches(SILENT)) return
  const summary = summaryOf(node, t)
  const isBlock = summary !== null ? node.tagName !== 'IMG' : BLOCKS.has(node.tagName)
  if (isBlock) yield BLOCK_END
  if (summary !== null) yield { text: summary, node: null }
  else for (const child of node.childNodes) yield* speechPieces(child, t)
  if (isBlock) yield BLOCK_END
}

const SIGNS = /\S/gu
const countSigns = (text: string): number => text.match(SIGNS)?.length ?? 0

/**
 * Range on the screen for a part of {@link readAnswer}; `null` if the part only replaces an image, a table or code.
 * Blanks differ there, so other characters are counted.
 */
export function findSpoken(messageId: string, t: Translate, spoken: SpokenPart): Range | null {
  const from = countSigns(spoken.text.slice(0, spoken.start))
  const to = from + countSigns(spoken.text.slice(spoken.start, spoken.end))
  let count = 0
  let last = ''
  let range: Range | null = null
  for (const element of spokenElements(messageId)) {
    for (const piece of [...speechPieces(element, t), BLOCK_END] as const) {
      if (piece === BLOCK_END) {
        // Its full stop was added.
        if (last !== '' && !PUNCTUATED.test(last)) count += 1
        last = ''
        continue
      }
      for (const { 0: sign, index } of piece.text.matchAll(SIGNS)) {
        last = sign
        if (count >= from && count < to && piece.node) {
          range ??= startRange(piece.node, index)
          range.setEnd(piece.node, index + sign.length)
        }
        count += 1
      }
    }
  }
  return range
}

export interface SpokenPart {
  /** The whole spoken text. */
  readonly text: string
  readonly start: number
  readonly end: number
}

function startRange(node: Node, offset: number): Range {
  const range = document.createRange()
  range.setStart(node, offset)
  return range
}

/** Summary of an element that would be unpleasant to hear symbol by symbol. */
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
