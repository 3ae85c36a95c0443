import type { Block } from './block.ts'
import { createInlineBudget, type LexedPiece, lexPieces } from './lex-blocks.ts'
import { endOfSegment, lexCarefully } from './lex-carefully.ts'
import { LEX_BUDGET_MS, MAX_SLOW_LEXES } from './limits.ts'
import { addDefinition, createLinkReferences } from './link-references.ts'
import { withholdTail } from './mend-tail.ts'
import { advanceContainer, type OpenContainer } from './open-container.ts'
import { createFenceReader, type FenceReader } from './read-fence.ts'
import { toBlock, toPlainBlock } from './to-block.ts'

/** The blocks of one growing text. */
export interface GrowingBlocks {
  text(): string
  /** `text` has to extend the text before. */
  push(text: string): readonly Block[]
}

const BLANK_LINES = /(?:[ \t]*\n)*/y
const ENDS_IN_BLANK_LINE = /\n[ \t]*\n$/

/**
 * Keeps the blocks that can no longer change and lexes only the text after them. A block is closed
 * when the first line of a later one is complete: half a line may still join the block before.
 */
export function createGrowingBlocks(world: {
  now: () => number
  onLex: (characters: number) => void
}): GrowingBlocks {
  const closed: Block[] = []
  const links = createLinkReferences()
  let text = ''
  /** Where the block starts that is still open. */
  let tailStart = 0
  /** Overruns in a row of the block at `tailStart`. */
  let slowLexes = 0
  let fence: FenceReader | undefined
  let container: OpenContainer | undefined

  /** Closes what it can; returns the open blocks, or `undefined` to go on at the new tail. */
  function step(): readonly Block[] | undefined {
    if (container === undefined) {
      if (fence === undefined) skipBlankLines()
      fence ??= createFenceReader(text, tailStart)
      if (fence !== undefined) return stepFence(fence)
    }
    if (slowLexes >= MAX_SLOW_LEXES) return stepPlain()
    const begun = world.now()
    const begunAt = tailStart
    const from = container?.tailStart ?? tailStart
    const prefix = container?.prefix ?? ''
    const tail = withholdTail(text.slice(from), { isInTable: prefix !== '' })
    world.onLex(prefix.length + tail.length)
    const lexed = lexPieces(prefix + tail, links)
    const open =
      lexed === undefined
        ? stepCarefully()
        : stepPieces(lexed.pieces, { offset: from - prefix.length, end: from + tail.length })
    const isSlow = world.now() - begun > LEX_BUDGET_MS && tailStart === begunAt
    slowLexes = isSlow ? slowLexes + 1 : 0
    return open
  }

  function skipBlankLines(): void {
    BLANK_LINES.lastIndex = tailStart
    tailStart += BLANK_LINES.exec(text)?.[0].length ?? 0
  }

  function close(blocks: readonly Block[], end: number): void {
    closed.push(...blocks)
    fence = container = undefined
    slowLexes = 0
    tailStart = end
  }

  function stepFence(reader: FenceReader): readonly Block[] | undefined {
    reader.read(text)
    const end = reader.end()
    const source = text.slice(tailStart, end).trimEnd()
    const { language } = reader
    const code: Block[] = [
      { kind: 'code', key: String(tailStart), source, language, chunks: reader.chunks() },
    ]
    if (end === undefined) return code
    close(code, end)
    return undefined
  }

  function stepPlain(): readonly Block[] | undefined {
    const end = endOfSegment(text, tailStart)
    const plain = [toPlainBlock(text.slice(tailStart, end), tailStart)]
    if (end === text.length) return plain
    close(plain, end)
    return undefined
  }

  function stepPieces(
    pieces: readonly LexedPiece[],
    { offset, end }: { offset: number; end: number },
  ): readonly Block[] | undefined {
    const drawn = pieces.filter(({ token }) => token.type !== 'space')
    const first = drawn[0]
    const joined = first && container?.join(first.token)
    if (container !== undefined && joined === undefined) {
      // What is kept and what follows do not fit together: lex the whole block again.
      container = undefined
      return undefined
    }
    const starts = drawn.map((piece) => offset + piece.start)
    if (container !== undefined) starts[0] = container.start
    const openIndex = Math.max(
      drawn.findLastIndex((piece, index) =>
        hasBegun(piece, { text, start: starts[index] ?? 0, end }),
      ),
      0,
    )
    const budget = createInlineBudget(world.now)
    const canGoOn = !ENDS_IN_BLANK_LINE.test(text.slice(offset, end))
    const blocks = drawn.map((piece, index) => {
      const isTail = canGoOn && index === drawn.length - 1
      const block = toBlock(piece, offset, { isTail, isGrowing: true, budget })
      if (index > 0 || container === undefined || joined === undefined) return block
      const source = text.slice(container.start, offset + piece.start + piece.source.length)
      return block?.kind === 'token'
        ? { ...block, key: String(container.start), source: source.trimEnd(), token: joined }
        : toPlainBlock(source, container.start)
    })
    for (const { token } of drawn.slice(0, openIndex)) addDefinition(links, token)
    const open = drawn[openIndex]
    const start = starts[openIndex] ?? tailStart
    const previous = openIndex === 0 ? container : undefined
    const from = previous?.tailStart ?? start
    const isLast = openIndex === drawn.length - 1
    if (openIndex > 0) close(blocks.slice(0, openIndex).filter(isDrawn), start)
    if (open !== undefined && isLast) {
      container = advanceContainer(text, open.token, { start, from, end, previous })
    }
    const isFence = openIndex > 0 && createFenceReader(text, tailStart) !== undefined
    return isFence ? undefined : blocks.slice(openIndex).filter(isDrawn)
  }

  function stepCarefully(): readonly Block[] | undefined {
    const offset = tailStart
    const segments = lexCarefully(text.slice(offset), links)
    const budget = createInlineBudget(world.now)
    const groups = segments.map(({ start, end, lexed }, index) => {
      const at = offset + start
      if (lexed === undefined) return [toPlainBlock(text.slice(at, offset + end), at)]
      const isTail = index === segments.length - 1
      const mode = { isTail, isGrowing: true, budget }
      return lexed.pieces.map((piece) => toBlock(piece, at, mode)).filter(isDrawn)
    })
    const last = segments.at(-1)
    if (last !== undefined && segments.length > 1) {
      close(groups.slice(0, -1).flat(), offset + last.start)
    }
    container = undefined
    return groups.at(-1) ?? []
  }

  return {
    text: () => text,
    push(next) {
      text = next
      for (;;) {
        const open = step()
        if (open !== undefined) return [...closed, ...open]
      }
    },
  }
}

const isDrawn = (block: Block | undefined): block is Block => block !== undefined

/** A table has begun with its second line: without it, the first is a paragraph's. */
function hasBegun(
  piece: LexedPiece,
  { text, start, end }: { text: string; start: number; end: number },
): boolean {
  const lines = piece.token.type === 'table' ? 2 : 1
  let at = start - 1
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at >= end) return false
  }
  return true
}
