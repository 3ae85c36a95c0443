import { createHash } from 'node:crypto'
import type { Piece, ReadDocument, Section } from '../document.ts'

/** A piece that is as long takes no more blocks, in UTF-16 units. */
export const PIECE_TARGET_CHARACTERS = 1_000
/** Maximum of one piece; a longer block is cut at the end of a sentence, or of a word. */
export const PIECE_MAX_CHARACTERS = 2_000
/** Headings above a piece that are kept, the innermost ones. */
export const HEADINGS_MAX = 8
/** Longer headings are cut. */
export const HEADING_MAX_CHARACTERS = 300

const BLOCK_SEPARATOR = '\n'
/** Ends of sentences, then spaces: places at which a block that is too long is cut. */
const CUTS: readonly RegExp[] = [/[.!?…]\s|[。！？]|\n/gu, /\s/gu]
const HASH_CHARACTERS = 32

/**
 * Splits a document by its headings. A section is never joined to another one, however short: its heading,
 * anchor or page is the place that an answer cites. Long sections are split between blocks, so that rows of a
 * table and items of a list stay whole.
 */
export function splitDocument(document: ReadDocument): readonly Piece[] {
  const { title, language } = document
  const pieces: Piece[] = []
  for (const section of joinSamePlaces(document.sections)) {
    const headings = section.headings
      .slice(-HEADINGS_MAX)
      .map((heading) => cutText(heading, HEADING_MAX_CHARACTERS))
    for (const text of fillTexts(section.blocks)) {
      pieces.push({
        position: pieces.length,
        headings,
        ...(section.anchor !== undefined && { anchor: section.anchor }),
        ...(section.page !== undefined && { page: section.page }),
        ...(section.pageLabel !== undefined && { pageLabel: section.pageLabel }),
        ...(language !== undefined && { language }),
        text,
        hash: hashOf(title, headings, text),
      })
    }
  }
  return pieces
}

/** Consecutive sections with the same headings, anchor and page are one place. */
function joinSamePlaces(sections: readonly Section[]): readonly Section[] {
  const joined: Section[] = []
  for (const section of sections) {
    const last = joined.at(-1)
    if (last && placeOf(last) === placeOf(section)) {
      joined[joined.length - 1] = { ...last, blocks: [...last.blocks, ...section.blocks] }
    } else joined.push(section)
  }
  return joined
}

const placeOf = ({ headings, anchor, page }: Section): string =>
  JSON.stringify([headings, anchor, page])

/** Joins blocks to texts of about the target. */
function* fillTexts(blocks: readonly string[]): Generator<string, void, void> {
  let text = ''
  for (const block of blocks.flatMap((each) => [...cutBlock(each)])) {
    const joined = text === '' ? block : text + BLOCK_SEPARATOR + block
    const isFull = text.length >= PIECE_TARGET_CHARACTERS || joined.length > PIECE_MAX_CHARACTERS
    if (text !== '' && isFull) {
      yield text
      text = block
    } else text = joined
  }
  if (text !== '') yield text
}

function* cutBlock(block: string): Generator<string, void, void> {
  let rest = block.trim()
  while (rest.length > PIECE_MAX_CHARACTERS) {
    const part = cutText(rest, PIECE_MAX_CHARACTERS)
    yield part
    rest = rest.slice(part.length).trim()
  }
  if (rest !== '') yield rest
}

/** The beginning of a text up to its last good cut. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max)
  for (const cut of CUTS) {
    const last = [...start.matchAll(cut)].at(-1)
    // A cut near the beginning would leave a part that says little.
    if (last && last.index >= max / 2) return start.slice(0, last.index + last[0].length).trimEnd()
  }
  // Not between the halves of a character.
  return /[\ud800-\udbff]$/u.test(start) ? start.slice(0, -1) : start
}

const hashOf = (title: string, headings: readonly string[], text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([title, headings, text]))
    .digest('hex')
    .slice(0, HASH_CHARACTERS)
