import type { ServerResponse } from 'node:http'
import { textOf, writeEvent, type AskedModel, type Keeper, type Step } from './keeper.ts'

function question({ messages = [] }: AskedModel): string | undefined {
  const last = messages.at(-1)
  return last?.role === 'user' ? textOf(last.content) : undefined
}

const idOf = ({ number }: Step): string => `call_${number}`

function write(response: ServerResponse, model: string, deltas: readonly object[], step: Step) {
  const chunk = { id: `chat-${step.number}`, object: 'chat.completion.chunk', created: 1, model }
  const choice = (delta: object, finish_reason: string | null) =>
    writeEvent(response, { ...chunk, choices: [{ index: 0, delta, finish_reason }] })
  for (const delta of deltas) choice(delta, null)
  choice({}, step.call ? 'tool_calls' : 'stop')
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  writeEvent(response, { ...chunk, choices: [], usage })
  response.end('data: [DONE]\n\n')
}

const toolCall = (step: Step, extra: object = {}) => ({
  index: 0,
  id: idOf(step),
  type: 'function',
  ...extra,
  function: { name: step.call?.name, arguments: step.call?.args },
})

const said = (step: Step): object =>
  step.call ? { tool_calls: [toolCall(step)] } : { content: step.text }

/** A server whose thoughts are plain text beside the content, in this field. */
const reasoningKeeper = (
  model: string,
  refuse: Keeper['refuse'],
  field: 'reasoning_content' | 'reasoning' = 'reasoning_content',
): Keeper => ({
  model: `openai-compatible/${model}`,
  question,
  refuse,
  write: (response, step) =>
    write(
      response,
      model,
      [{ role: 'assistant', content: null, [field]: step.thought }, said(step)],
      step,
    ),
})

/** Groups of messages from one question to the next. */
function turnsOf({ messages = [] }: AskedModel) {
  const turns: (typeof messages)[number][][] = []
  for (const message of messages) {
    if (message.role === 'user') turns.push([])
    if (message.role === 'assistant') turns.at(-1)?.push(message)
  }
  return turns
}

/**
 * https://api-docs.deepseek.com/guides/thinking_mode: in a turn with calls, the reasoning of all its messages
 * is part of all later requests, and the server answers 400 without it.
 */
export const DEEPSEEK = reasoningKeeper('deepseek-reasoner', (asked, steps) => {
  const thoughts = new Set(steps.map(({ thought }) => thought))
  const wanted = turnsOf(asked)
    .filter((turn) => turn.some(({ tool_calls: calls }) => calls))
    .flat()
  return wanted.every(({ reasoning_content: told = '' }) => thoughts.has(told))
    ? undefined
    : 'The `reasoning_content` in the thinking mode must be passed back to the API.'
})

/**
 * https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model: `reasoning_content` is wanted beside
 * calls.
 */
export const KIMI = reasoningKeeper('kimi-k2-thinking', ({ messages = [] }, steps) => {
  const index = messages.findIndex(({ tool_calls: calls, reasoning_content: told }) =>
    calls?.some(({ id }) => !steps.some((step) => idOf(step) === id && step.thought === told)),
  )
  return index === -1
    ? undefined
    : `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`
})

/**
 * https://ai.google.dev/gemini-api/docs/thought-signatures: in OpenAI's protocol the signature of a step is
 * beside its first call, and each step of the current turn needs it. This server wants those of all turns.
 */
export const GEMINI: Keeper = {
  model: 'openai-compatible/gemini-3-pro-preview',
  question,
  refuse({ messages = [] }, steps) {
    const missing = messages
      .flatMap(({ tool_calls: calls = [] }) => calls.slice(0, 1))
      .find(({ id, extra_content: extra }) => {
        const step = steps.find((each) => idOf(each) === id)
        return !step || extra?.google?.thought_signature !== step.signature
      })
    return (
      missing &&
      `Function call is missing a thought_signature in functionCall parts. Additional data, function call \`default_api:${missing.function.name}\`.`
    )
  },
  write(response, step) {
    const extra = { extra_content: { google: { thought_signature: step.signature } } }
    const delta = step.call
      ? { role: 'assistant', tool_calls: [toolCall(step, extra)] }
      : { role: 'assistant', content: step.text }
    write(response, 'gemini-3-pro-preview', [delta], step)
  },
}

/** The opposite, in the words of Groq: no message may have a thought. */
export const THOUGHTLESS = reasoningKeeper(
  'gpt-oss-120b',
  ({ messages = [] }) => {
    const index = messages.findIndex(({ reasoning_content: told }) => told !== undefined)
    return index === -1
      ? undefined
      : `'messages.${index}' : for 'role:assistant' the following must be satisfied[('messages.${index}' : property 'reasoning_content' is unsupported)]`
  },
  'reasoning',
)
