/** Part of a document that a link opens. */
export interface LinkedPassage {
  /** Address of the document without a fragment. */
  readonly url: string
  readonly mediaType: string
  /** Id of the element at or above the passage, without `#`. */
  readonly anchor?: string | undefined
  /** Page of a PDF, from 1. */
  readonly page?: number | undefined
  /** BCP 47. */
  readonly language?: string | undefined
  /** Blocks of the page, one a line, with the page's own characters; tabs separate cells. */
  readonly text: string
}

/** Words at each end of a long block that a link names. */
export const FRAGMENT_WORDS = 5
/** Shorter blocks are named whole. */
export const FRAGMENT_WHOLE_CHARACTERS = 60
/** A longer beginning of a block makes no link: one line of a page may have a megabyte. */
export const FRAGMENT_MOST_CHARACTERS = 300

/**
 * The address at which a browser opens the page at the passage and marks it: `page#id:~:text=start,end`. Both ends
 * are words of one block, and the start occurs once in the document, since browsers take the first match. The
 * nearest id stands before them, for browsers that do not find the text.
 *
 * @param documentText the whole text of the document; undefined: unknown, so that no text is named.
 * @param wanted words of the question: the block that has most of them is marked.
 */
export function linkToPassage(
  { url, mediaType, anchor, page, language, text }: LinkedPassage,
  documentText: string | undefined,
  wanted: string,
): string {
  if (mediaType === 'application/pdf') return page === undefined ? url : `${url}#page=${page}`
  const id = anchor === undefined ? '' : encodeURIComponent(anchor)
  const directive =
    documentText === undefined ? undefined : findDirective(text, documentText, wanted, language)
  if (directive !== undefined) return `${url}#${id}:~:text=${directive}`
  return id === '' ? url : `${url}#${id}`
}

function findDirective(
  text: string,
  documentText: string,
  wanted: string,
  language: string | undefined,
): string | undefined {
  const whole = foldForSearch(documentText)
  const blocks = text
    .split(/[\n\t]/)
    .map((block) => block.trim())
    .filter((block) => /[\p{L}\p{N}]/u.test(block))
  for (const block of sortByWords(blocks, wanted)) {
    const named = nameBlock(block, whole, language)
    if (named !== undefined) return named.map(encodePart).join(',')
  }
  return undefined
}

/** Best first; equal ones in their order. */
function sortByWords(blocks: readonly string[], wanted: string): readonly string[] {
  const words = new Set(wordsOf(wanted))
  const scoreOf = (block: string) => new Set(wordsOf(block).filter((word) => words.has(word))).size
  return blocks
    .map((block) => ({ block, score: scoreOf(block) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ block }) => block)
}

const wordsOf = (text: string): readonly string[] =>
  foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The start and end that name a block; undefined if its beginning occurs elsewhere as well. */
function nameBlock(
  block: string,
  whole: string,
  language: string | undefined,
): readonly string[] | undefined {
  const isOnce = (part: string) => countOf(whole, foldForSearch(part)) === 1
  if (block.length <= FRAGMENT_WHOLE_CHARACTERS) return isOnce(block) ? [block] : undefined
  const ends = wordEnds(block, language)
  for (let count = FRAGMENT_WORDS; count <= ends.length; count += 1) {
    const to = ends[count - 1]!.to
    if (to > FRAGMENT_MOST_CHARACTERS) return undefined
    const start = block.slice(0, to)
    if (!isOnce(start)) continue
    const tail = ends[Math.max(count, ends.length - FRAGMENT_WORDS)]
    return tail ? [start, block.slice(tail.from, ends.at(-1)!.to)] : [start]
  }
  return undefined
}

interface Word {
  readonly from: number
  readonly to: number
}

/**
 * Words of a block. Where words are separated by spaces, a word reaches from one to the next: a Korean noun
 * without its particle is found nowhere.
 */
function wordEnds(block: string, language: string | undefined): readonly Word[] {
  if (!UNSPACED.test(block)) {
    return [...block.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      from: index,
      to: index + word.length,
    }))
  }
  return [...segmenterOf(language).segment(block)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike === true ? [{ from: index, to: index + segment.length }] : [],
  )
}

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language = 'en'): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const made = new Intl.Segmenter(isLanguage(language) ? language : 'en', { granularity: 'word' })
  if (segmenters.size < SEGMENTERS_MAX) segmenters.set(language, made)
  return made
}

/** Pages say `zh-cn-utf8`, too, for which engines throw. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Languages of pages are theirs to name. */
const SEGMENTERS_MAX = 64

/** As all engines compare: without case, accents and soft hyphens, white space as one space. */
const foldForSearch = (text: string): string =>
  text
    .replaceAll('\u00ad', '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase()

function countOf(whole: string, part: string): number {
  const first = whole.indexOf(part)
  if (first === -1) return 0
  return whole.indexOf(part, first + 1) === -1 ? 1 : 2
}

/** Chromium finds nothing with a raw dash, which separates the parts of a directive. */
const encodePart = (part: string): string =>
  encodeURIComponent(part.replaceAll('\u00ad', '').toWellFormed()).replaceAll('-', '%2D')
