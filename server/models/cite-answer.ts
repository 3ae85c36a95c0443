import { citedNumbers, isUnanswered } from './search-memory.ts'
import { toSourceChunk } from '../../shared/thread/source-chunks.ts'
import type { Message } from '../../shared/thread/message.ts'
import { UNANSWERED, type Chunk } from '../../shared/wire/chunk.ts'
import type { AnswerKnowledge } from './answer-knowledge.ts'
import { citationsIn, createCitationScanner, type CitationScanner } from './citation-scanner.ts'
import type { AnswerChunks } from './model.ts'
import type { AnswerChunk } from './step-memory.ts'

/**
 * Adds to an answer what came from the owner's pages: a source at the first citation of each passage, how the
 * pages were used, and a mark if nothing was found. Passages that the text does not cite become no sources.
 *
 * @param begun the answer that is continued, with its sources.
 */
export async function* citeAnswer(
  chunks: AnswerChunks,
  knowledge: AnswerKnowledge,
  begun?: Message,
): AsyncGenerator<AnswerChunk, void, undefined> {
  const scanners = new Map<string, CitationScanner>()
  const cited = new Set(citedNumbers(begun?.content ?? []))
  /** Numbers whose sources are void if the step is. */
  let ofStep: number[] = []
  let saved = knowledge.uses.length

  async function* cite(numbers: readonly number[]): AsyncGenerator<Chunk, void, undefined> {
    for (const number of numbers) {
      if (cited.has(number)) continue
      const source = await knowledge.toSource(number)
      if (!source) continue
      cited.add(number)
      ofStep.push(number)
      yield toSourceChunk(source)
    }
  }

  // No limit: chunks of this process, whose model has PROVIDER_TOTAL_TIMEOUT_MS.
  for await (const chunk of chunks) {
    for (const use of knowledge.uses.slice(saved)) yield { type: 'knowledge-use', use }
    saved = knowledge.uses.length
    switch (chunk.type) {
      case 'start-step':
        ofStep = []
        yield chunk
        break
      case 'reset-step':
        for (const number of ofStep) cited.delete(number)
        ofStep = []
        scanners.clear()
        yield chunk
        break
      case 'text-delta': {
        const scanner = scanners.get(chunk.id) ?? createCitationScanner()
        scanners.set(chunk.id, scanner)
        yield chunk
        yield* cite(citationsIn(scanner.add(chunk.delta)))
        break
      }
      case 'text-end': {
        const rest = scanners.get(chunk.id)?.end() ?? []
        scanners.delete(chunk.id)
        yield* cite(citationsIn(rest))
        yield chunk
        break
      }
      case 'finish':
        yield* cite([...scanners.values()].flatMap((scanner) => citationsIn(scanner.end())))
        yield markUnanswered(chunk, knowledge)
        break
      default:
        yield chunk
    }
  }
}

type Finish = Extract<Chunk, { readonly type: 'finish' }>

/** An answer that waits for a call may still find something. */
function markUnanswered(finish: Finish, { uses }: AnswerKnowledge): Finish {
  const { messageMetadata } = finish
  if (messageMetadata?.['finishReason'] === 'tool-calls' || !isUnanswered(uses)) return finish
  return { ...finish, messageMetadata: { ...messageMetadata, [UNANSWERED]: true } }
}
