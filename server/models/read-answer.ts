import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createThoughtReader, type TextWasThought } from './read-thoughts.ts'

/** Parts of a provider's package, and those that our reading adds. */
export type AnswerPart = LanguageModelV4StreamPart | TextWasThought

/** Reads the parts of one model call: thoughts that stand in its text become reasoning. */
export async function* readAnswer(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
): AsyncGenerator<AnswerPart, void, undefined> {
  const thoughts = createThoughtReader()
  // No limit: the parts of a provider, whose call has PROVIDER_GAP_TIMEOUT_MS.
  for await (const part of stream) yield* thoughts.read(part)
}
