import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { isPageData } from './page-data.ts'

/**
 * The end of a part of the prompt that Anthropic keeps in its cache; a call may have four. Packages of other
 * providers, whose caches need no marks, pass over it.
 */
const MARK = { cacheControl: { type: 'ephemeral' } }
/** The newest message that the model is to answer, and the one before it: there the last call's mark was. */
const MARKED_MESSAGES = 2

interface Markable {
  readonly providerOptions?: SharedV4ProviderOptions
}

const marked = <Value extends Markable>(value: Value): Value => ({
  ...value,
  providerOptions: {
    ...value.providerOptions,
    anthropic: { ...value.providerOptions?.['anthropic'], ...MARK },
  },
})

/** Marks the last tool: all of them stay the same from call to call. */
export const markTools = (
  tools: readonly LanguageModelV4FunctionTool[],
): LanguageModelV4FunctionTool[] =>
  tools.map((tool) => (tool === tools.at(-1) ? marked(tool) : tool))

/** Marks the end of the instructions, and of the last messages that the next calls repeat. */
export function markPrompt(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const system = prompt.findLastIndex(({ role }) => role === 'system')
  const read = prompt.flatMap(({ role }, index) =>
    role === 'user' || role === 'tool' ? index : [],
  )
  const ends = new Set([system, ...read.slice(-MARKED_MESSAGES)])
  return prompt.map((message, index) => (ends.has(index) ? markMessage(message) : message))
}

/** The page's data is not repeated, so that the mark stands before it. */
function markMessage(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== 'user' || !message.content.some(isPageData)) return marked(message)
  const last = message.content.findLastIndex((part) => !isPageData(part))
  const content = message.content.map((part, index) => (index === last ? marked(part) : part))
  return { ...message, content }
}
