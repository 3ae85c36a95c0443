import type { BlockNode, Inline, ItemNode, LinkSpan } from './nodes.ts'
import { readDirection, type TextDirection } from '../../shared/text-direction.ts'

/** The plain text of inlines, for names and comparisons. */
export const textOf = (inlines: readonly Inline[]): string =>
  collectText(inlines, { isProse: false })

/** The direction of a text. Content other than prose is always left to right and does not count. */
export const directionOf = (inlines: readonly Inline[]): TextDirection | undefined =>
  readDirection(collectText(inlines, { isProse: true }))

/** Attributes for the element of a text: its direction, and its language if the letters reveal it. */
export function readingOf(inlines: readonly Inline[]) {
  const prose = collectText(inlines, { isProse: true })
  return { dir: readDirection(prose), lang: readLanguage(prose) }
}

interface CollectOptions {
  /** Text without code, formulas and bare addresses. */
  isProse: boolean
}

function collectText(inlines: readonly Inline[], options: CollectOptions): string {
  let text = ''
  for (const inline of inlines) {
    switch (inline.type) {
      case 'text':
        text += inline.text
        break
      case 'code':
      case 'math':
        if (!options.isProse) text += inline.text
        break
      case 'break':
        text += '\n'
        break
      case 'image':
        text += inline.description
        break
      case 'strong':
      case 'em':
      case 'del':
        text += collectText(inline.children, options)
        break
      case 'link':
        if (!options.isProse || !isBareLink(inline)) text += collectText(inline.children, options)
        break
      case 'html':
      case 'note':
        break
      default:
        return inline satisfies never
    }
  }
  return text
}

/** Also an address written as `[address](address)`. */
const isBareLink = ({ isBare, address, children }: LinkSpan): boolean =>
  isBare || textOf(children) === address

/** The common direction of several blocks; code and addresses are always left to right and do not count. */
export const directionOfBlocks = (
  blocks: readonly (BlockNode | ItemNode)[],
): TextDirection | undefined => readDirection(proseOf(blocks))

function proseOf(blocks: readonly (BlockNode | ItemNode)[]): string {
  let text = ''
  for (const block of blocks) {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        text += collectText(block.phrase.inlines, { isProse: true })
        break
      case 'quote':
      case 'item':
      case 'note':
        text += proseOf(block.children)
        break
      case 'list':
        text += proseOf(block.items)
        break
      case 'table':
        for (const { inlines } of block.head) text += collectText(inlines, { isProse: true })
        break
      case 'code':
      case 'math':
      case 'html':
      case 'rule':
      case 'plain':
        break
      default:
        return block satisfies never
    }
  }
  return text
}

/** Scripts with only one language, among those that models answer in. */
const SOLE: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ko', /\p{sc=Hangul}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['ka', /\p{sc=Georgian}/gu],
  ['hy', /\p{sc=Armenian}/gu],
  ['ta', /\p{sc=Tamil}/gu],
  ['te', /\p{sc=Telugu}/gu],
  ['kn', /\p{sc=Kannada}/gu],
  ['ml', /\p{sc=Malayalam}/gu],
  ['gu', /\p{sc=Gujarati}/gu],
  ['pa', /\p{sc=Gurmukhi}/gu],
  ['si', /\p{sc=Sinhala}/gu],
  ['km', /\p{sc=Khmer}/gu],
  ['lo', /\p{sc=Lao}/gu],
  ['my', /\p{sc=Myanmar}/gu],
]
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u
const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー]/gu
/** No script of the table begins below it. */
const IN_QUESTION = /[\u0370-\uffff]/u

/**
 * The language of a text, if most of its letters are of a script with only one language. Latin, Cyrillic, Arabic,
 * Devanagari and Chinese letters do not determine a language.
 */
export function readLanguage(text: string): string | undefined {
  if (!IN_QUESTION.test(text)) return undefined
  const countOf = (letters: RegExp) => text.match(letters)?.length ?? 0
  const half = countOf(/\p{L}/gu) / 2
  if (KANA.test(text) && countOf(JAPANESE) > half) return 'ja'
  return SOLE.find(([, letters]) => countOf(letters) > half)?.[0]
}
