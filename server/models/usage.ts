import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { JsonObject } from '../../shared/json.ts'
import type { Usage } from '../../shared/thread/message.ts'

/** The tokens of one model call, as far as its provider reported them. */
export function readUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    ...named('inputTokens', inputTokens.total),
    ...named('outputTokens', outputTokens.total),
    ...detail('cachedInputTokens', inputTokens.cacheRead),
    ...detail('cacheWriteTokens', inputTokens.cacheWrite),
    ...detail('reasoningTokens', outputTokens.reasoning),
  }
}

const named = (name: keyof Usage, count: number | undefined): Usage =>
  count === undefined ? {} : { [name]: count }

/** Most packages report zero for what their provider did not mention. */
const detail = (name: keyof Usage, count: number | undefined): Usage =>
  count === 0 ? {} : named(name, count)

/** The usage in a chunk. */
export const writeUsage = (usage: Usage): JsonObject => ({ ...usage })
