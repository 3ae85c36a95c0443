import type { SourcePart } from '../../shared/thread/message.ts'
import { documentSource, pageSource } from '../../shared/thread/source-chunks.ts'
import { citationsIn, createCitationScanner } from './citation-scanner.ts'
import { citedNumbers, toldPassages, type ToldPiece } from './search-memory.ts'
import type { MessageWithMemory } from './step-memory.ts'

/**
 * The source of a passage that the model was told.
 *
 * @param url opens it; undefined: the server shows the kept text.
 */
export function toldSource({ told }: ToldPiece, url: string | undefined): SourcePart {
  const { title, mediaType, passage } = told
  const id = `passage-${passage.number}`
  return url === undefined
    ? documentSource({ id, title, mediaType, passage }, passage.page)
    : pageSource({ id, url, title, passage })
}

/**
 * Adds the sources that the text of a cut-off answer cites and that were not saved: a citation precedes its source. They
 * open the page, without the place of the passage.
 */
export function completeSources(answer: MessageWithMemory): MessageWithMemory {
  const told = toldPassages(answer.uses ?? [])
  if (told.size === 0) return answer
  const known = new Set(citedNumbers(answer.content))
  const cited = new Set(
    answer.content.flatMap((part) => (part.type === 'text' ? listCitations(part.text) : [])),
  )
  const missing = [...cited.difference(known)].flatMap((number) => told.get(number) ?? [])
  const sources = missing.map((piece) => toldSource(piece, piece.told.url))
  return sources.length === 0 ? answer : { ...answer, content: [...answer.content, ...sources] }
}

function listCitations(text: string): readonly number[] {
  const scanner = createCitationScanner()
  return citationsIn([...scanner.add(text), ...scanner.end()])
}
