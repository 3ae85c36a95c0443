import { APICallError, type LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { StreamingModel } from './language-model.ts'

/**
 * Some compatible servers refuse a message with thoughts beside it, and no option of theirs tells which. The
 * model is asked once more without them then, and from then on.
 */
export function offerThoughts(model: StreamingModel): StreamingModel {
  let isTaken = true
  return {
    async doStream(options) {
      const plain = { ...options, prompt: withoutThoughts(options.prompt) }
      try {
        return await model.doStream(isTaken ? options : plain)
      } catch (error) {
        if (!isTaken || !refusesThoughts(error)) throw error
        const answer = await model.doStream(plain)
        // Only now: a refusal for another reason may quote the field's name.
        isTaken = false
        return answer
      }
    },
  }
}

/** Removes thoughts without a proof; those with one are asked for by the provider that gave it. */
const withoutThoughts = (prompt: LanguageModelV4Prompt): LanguageModelV4Prompt =>
  prompt.map((message) =>
    message.role === 'assistant'
      ? {
          ...message,
          content: message.content.filter(
            (part) => part.type !== 'reasoning' || part.providerOptions !== undefined,
          ),
        }
      : message,
  )

/** A server that misses a thought names the field as well. */
const MISSES = /missing|passed back|required/i

function refusesThoughts(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false
  const { statusCode, responseBody = '' } = error
  const isRefusal = statusCode === 400 || statusCode === 422
  return isRefusal && responseBody.includes('reasoning_content') && !MISSES.test(responseBody)
}
