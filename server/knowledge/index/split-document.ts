import { createHash } from 'node:crypto'
import type { Steps } from '../../steps/in-turns.ts'
import type { NewPiece } from '../../store/store.ts'
import type { ReadDocument, Section } from '../document.ts'

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
 * table and items of a list stay whole. A step for each piece, because a long document takes long.
 */
export function* splitDocument(document: ReadDocument): Steps<readonly NewPiece[]> {
  const { title } = document
  const pieces: NewPiece[] = []
  for (const section of yield* joinSamePlaces(document.sections)) {
    const headings = section.headings
      .slice(-HEADINGS_MAX)
      .map((heading) => cutText(heading, HEADING_MAX_CHARACTERS))
    const language = section.language ?? document.language
    for (const { text, fullText } of fillTexts(section.blocks)) {
      pieces.push({
        headings,
        ...(section.anchor !== undefined && { anchor: section.anchor }),
        ...(section.page !== undefined && { page: section.page }),
        ...(section.pageLabel !== undefined && { pageLabel: section.pageLabel }),
        ...(language !== undefined && { language }),
        text,
        ...(fullText !== text && { fullText }),
        hash: hashOf([title, headings, text, fullText]),
      })
      yield
    }
  }
  return pieces
}

/** A block as the page has it, and as index and model take it. */
interface Block {
  readonly text: string
  readonly fullText: string
}

interface Place extends Omit<Section, 'blocks' | 'fullBlocks'> {
  readonly blocks: Block[]
}

/** Consecutive sections with the same headings, anchor and page are one place. A step for each section. */
function* joinSamePlaces(sections: readonly Section[]): Steps<readonly Place[]> {
  const joined: Place[] = []
  let lastPlace: string | undefined
  for (const { blocks, fullBlocks = blocks, ...section } of sections) {
    const own = blocks.map((text, index) => ({ text, fullText: fullBlocks[index] ?? text }))
    const place = placeOf(section)
    const last = joined.at(-1)
    if (last && place === lastPlace) for (const block of own) last.blocks.push(block)
    else joined.push({ ...section, blocks: own })
    lastPlace = place
    yield
  }
  return joined
}

const placeOf = ({ headings, anchor, page, language }: Omit<Section, 'blocks'>): string =>
  JSON.stringify([headings, anchor, page, language])

/** Joins blocks to texts of about the target. */
function* fillTexts(blocks: readonly Block[]): Generator<Block, void, void> {
  let filled: Block | undefined
  for (const whole of blocks) {
    for (const block of cutBlock(whole)) {
      const joined: Block = filled ? joinBlocks(filled, block) : block
      const isFull = filled !== undefined && lengthOf(filled) >= PIECE_TARGET_CHARACTERS
      if (filled && (isFull || lengthOf(joined) > PIECE_MAX_CHARACTERS)) {
        yield filled
        filled = block
      } else filled = joined
    }
  }
  if (filled) yield filled
}

const lengthOf = ({ text, fullText }: Block): number => Math.max(text.length, fullText.length)

const joinBlocks = (one: Block, other: Block): Block => ({
  text: one.text + BLOCK_SEPARATOR + other.text,
  fullText: one.fullText + BLOCK_SEPARATOR + other.fullText,
})

/** A block that is too long is cut; its parts have no full form, which belongs to the whole. */
function* cutBlock(block: Block): Generator<Block, void, void> {
  if (lengthOf(block) <= PIECE_MAX_CHARACTERS) {
    if (block.text.trim() !== '') yield block
    return
  }
  let rest = block.text.trim()
  while (rest !== '') {
    const part = cutText(rest, PIECE_MAX_CHARACTERS)
    yield { text: part, fullText: part }
    rest = rest.slice(part.length).trimStart()
  }
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

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, HASH_CHARACTERS)
