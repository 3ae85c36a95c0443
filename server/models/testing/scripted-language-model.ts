import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'

export interface ScriptedLanguageModel extends MockLanguageModelV4 {
  /** Every prompt so far, oldest first. */
  readonly prompts: readonly string[]
}

/**
 * A model of a package as an operator writes it into the configuration.
 *
 * @param answer gets the texts of the prompt, one a line.
 * @param tokens that each call reports, in each direction.
 */
export function createScriptedLanguageModel(
  answer: (prompt: string) => string | Promise<string>,
  { modelId = 'any', tokens = 4 }: { readonly modelId?: string; readonly tokens?: number } = {},
): ScriptedLanguageModel {
  const prompts: string[] = []
  const usage = {
    inputTokens: { total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: tokens, text: tokens, reasoning: 0 },
  }
  const model = new MockLanguageModelV4({
    provider: 'scripted',
    modelId,
    async doStream({ prompt }) {
      const text = textsOf(prompt).join('\n')
      prompts.push(text)
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: '0' },
          { type: 'text-delta', id: '0', delta: await answer(text) },
          { type: 'text-end', id: '0' },
          { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
        ]),
      }
    },
  })
  return Object.assign(model, { prompts })
}

const textsOf = (prompt: LanguageModelV4Prompt): readonly string[] =>
  prompt.flatMap(({ content }) =>
    typeof content === 'string'
      ? [content]
      : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  )

/** A judge that finds a statement met if the answer has one of these words. */
export const createScriptedJudge = (words: readonly string[], tokens?: number) =>
  createScriptedLanguageModel(
    (prompt) => {
      const code = /"code":"(\w+)"/.exec(prompt)?.[1]
      const answer = /<answer>(.*)<\/answer>/s.exec(prompt)?.[1] ?? ''
      const met = words.some((word) => answer.includes(word))
      return JSON.stringify({ code, met, reason: met ? 'It says so.' : 'It does not say so.' })
    },
    { modelId: 'judge', ...(tokens === undefined ? {} : { tokens }) },
  )
