import type { Block } from './block.ts'
import { createInlineBudget, type InlineMode, type LexedPiece, lexPieces } from './lex-blocks.ts'
import { lexCarefully } from './lex-carefully.ts'
import { createLinkReferences, type LinkReferences } from './link-references.ts'
import { toBlock, toPlainBlock } from './to-block.ts'

/**
 * The blocks of a whole answer. Those among `shown` that come out the same are taken over, so that
 * the end of a stream leaves finished blocks (and a selection in them) alone.
 */
export function finishBlocks(
  source: string,
  shown: readonly Block[],
  now: () => number,
): readonly Block[] {
  const shownByKey = new Map(shown.map((block) => [block.key, block]))
  const mode: InlineMode = { isTail: false, isGrowing: false, budget: createInlineBudget(now) }
  const blocks: Block[] = []

  function add(pieces: readonly LexedPiece[], offset: number, links: LinkReferences): void {
    for (const piece of pieces) {
      const same = shownByKey.get(String(offset + piece.start))
      const block =
        same !== undefined && canKeep(same, piece, links) ? same : toBlock(piece, offset, mode)
      if (block !== undefined) blocks.push(keepEqualCode(block, same))
    }
  }

  const whole = lexPieces(source, createLinkReferences())
  if (whole !== undefined) {
    add(whole.pieces, 0, whole.links)
    return blocks
  }
  for (const { start, end, lexed } of lexCarefully(source, createLinkReferences())) {
    if (lexed !== undefined) add(lexed.pieces, start, lexed.links)
    else blocks.push(toPlainBlock(source.slice(start, end), start))
  }
  return blocks
}

function canKeep(shown: Block, piece: LexedPiece, links: LinkReferences): boolean {
  if (shown.kind !== 'token' || shown.isTail) return false
  const { token, source } = shown
  if (source !== piece.source.trimEnd() || token.type !== piece.token.type) return false
  // A definition that came later, or never, changes what brackets mean.
  if (source.includes('[') && (Object.keys(links).length > 0 || source.includes(']['))) return false
  if (token.type === 'list' && piece.token.type === 'list') {
    return token.loose === piece.token.loose && token.items.length === piece.token.items.length
  }
  if (token.type === 'table' && piece.token.type === 'table') {
    return token.rows.length === piece.token.rows.length
  }
  return true
}

function keepEqualCode(block: Block, shown: Block | undefined): Block {
  if (block.kind !== 'code' || shown?.kind !== 'code') return block
  const isEqual =
    block.language === shown.language && block.chunks.join('') === shown.chunks.join('')
  return isEqual ? shown : block
}
