import type { Block } from './block.ts'
import { chunkLines } from './chunk-lines.ts'
import type { InlineMode, LexedPiece } from './lex-blocks.ts'
import { readLanguage } from './read-fence.ts'

/**
 * The block of a lexed piece, its inline text lexed now; `undefined` for what draws nothing.
 * `offset` is where the lexed text starts in the answer.
 */
export function toBlock(piece: LexedPiece, offset: number, mode: InlineMode): Block | undefined {
  const { token } = piece
  const place = { key: String(offset + piece.start), source: piece.source.trimEnd() }
  switch (token.type) {
    case 'space':
    case 'def':
      return undefined
    case 'code': {
      const isIndented = token.codeBlockStyle === 'indented'
      // One line end belongs to the fence; blank lines after indented code are no part of it.
      const code = token.text.replace(isIndented ? /\n+$/ : /\n$/, '')
      const language = readLanguage(token.lang ?? '')
      return { ...place, kind: 'code', language, chunks: chunkLines(code) }
    }
    default:
      try {
        piece.fill(mode)
      } catch {
        return toPlainBlock(piece.source, offset + piece.start)
      }
      return { ...place, kind: 'token', token, isTail: mode.isTail }
  }
}

/** Text that is shown as it stands. */
export function toPlainBlock(text: string, start: number): Block {
  const source = text.trimEnd()
  return { kind: 'plain', key: String(start), source, chunks: chunkLines(source) }
}
