import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import {
  createCitationScanner,
  type CitationScanner,
  type ScannedPiece,
} from './citation-scanner.ts'
import type { TextWasThought } from './read-thoughts.ts'

type Given = LanguageModelV4StreamPart | TextWasThought
type TextDelta = Extract<LanguageModelV4StreamPart, { readonly type: 'text-delta' }>

/**
 * Writes each mark that cites a known passage as `[1]`, for readers of all kinds. A number never becomes a link:
 * its address could come from a page, and would look like the owner's.
 *
 * One reader reads the parts of one model call.
 *
 * @param isKnown true for the numbers of passages that the model has read.
 */
export function createCitationUnifier(isKnown: (number: number) => boolean) {
  const texts = new Map<string, CitationScanner>()

  const write = (part: TextDelta, pieces: readonly ScannedPiece[]): readonly Given[] => {
    const delta = pieces.map((piece) => toText(piece, isKnown)).join('')
    return delta === '' ? [] : [{ ...part, delta }]
  }

  return {
    read(part: Given): readonly Given[] {
      switch (part.type) {
        case 'text-delta': {
          const scanner = texts.get(part.id) ?? createCitationScanner()
          texts.set(part.id, scanner)
          return write(part, scanner.add(part.delta))
        }
        case 'text-end':
        case 'text-was-thought': {
          const rest = texts.get(part.id)?.end() ?? []
          texts.delete(part.id)
          return [...write({ type: 'text-delta', id: part.id, delta: '' }, rest), part]
        }
        default:
          return [part]
      }
    },
  }
}

function toText(piece: ScannedPiece, isKnown: (number: number) => boolean): string {
  if (piece.type === 'text') return piece.text
  const { text, numbers, isLink, isDefinition } = piece
  const isCited = numbers.some(isKnown)
  if (!isCited && !isLink && !isDefinition) return text
  const marks = numbers.map((number) => `[${number}]`).join('')
  if (isDefinition) return `\\${marks}`
  // A target that was too long to be read would follow.
  return isLink && !text.endsWith(')') ? `${marks} ` : marks
}
