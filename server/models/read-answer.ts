import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createExtraReader } from './read-extras.ts'
import { createMarkReader } from './read-marks.ts'
import { createThoughtReader, type TextWasThought } from './read-thoughts.ts'

/** Parts of a provider's package, and those that our reading adds. */
export type AnswerPart = LanguageModelV4StreamPart | TextWasThought

/**
 * Reads the parts of one model call, raw events among them. Thoughts that stand in the text become reasoning,
 * images in it files; sources and images that the package does not read are taken from the events.
 */
export async function* readAnswer(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
): AsyncGenerator<AnswerPart, void, undefined> {
  const thoughts = createThoughtReader()
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
      // A loop: `yield*` waits several times for each part.
      for (const marked of marks.read(read)) yield marked
    }
    if (part.type === 'text-delta' && waiting.length > 0) yield* waiting.splice(0)
  }
}
