import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { AnswerKnowledge } from './answer-knowledge.ts'
import { createExtraReader } from './read-extras.ts'
import { createMarkReader } from './read-marks.ts'
import { createCitationUnifier } from './unify-citations.ts'
import { createThoughtReader, type TextWasThought } from './read-thoughts.ts'

/** Parts of a provider's package, and those that our reading adds. */
export type AnswerPart = LanguageModelV4StreamPart | TextWasThought

/**
 * Reads the parts of one model call, raw events among them. Thoughts that stand in the text become reasoning,
 * images in it files; sources and images that the package does not read are taken from the events.
 *
 * @param knowledge passages that the text may cite.
 */
export async function* readAnswer(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  knowledge?: Pick<AnswerKnowledge, 'told'>,
): AsyncGenerator<AnswerPart, void, undefined> {
  const thoughts = createThoughtReader()
  const told = knowledge?.told
  const citations = told && told.size > 0 && createCitationUnifier((number) => told.has(number))
  const marks = createMarkReader()
  const extras = createExtraReader()
  /** They follow the words of their event. */
  const waiting: LanguageModelV4StreamPart[] = []
  // No limit: the parts of a provider, whose call has PROVIDER_GAP_TIMEOUT_MS.
  for await (const part of stream) {
    if (part.type === 'raw') {
      waiting.push(...extras.read(part.rawValue))
      continue
    }
    if (part.type === 'finish') yield* waiting.splice(0)
    for (const read of thoughts.read(part)) {
      // Loops: `yield*` waits several times for each part.
      for (const cited of citations ? citations.read(read) : [read]) {
        for (const marked of marks.read(cited)) yield marked
      }
    }
    if (part.type === 'text-delta' && waiting.length > 0) yield* waiting.splice(0)
  }
}
