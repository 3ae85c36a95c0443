import { type Dialect, sse } from './dialect.ts'

/** `POST /v1/chat/completions`, the API of every OpenAI-compatible server. */
export function createChatCompletions(model: string): Dialect {
  let toolIndex = 0
  const chunk = (choices: readonly object[], extra: object = {}) =>
    sse({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...extra })
  const delta = (fields: object) => [chunk([{ index: 0, delta: fields, finish_reason: null }])]

  return {
    open: () => delta({ role: 'assistant', content: '' }),
    text: (content) => delta({ content }),
    reasoning: (text) => delta({ reasoning_content: text }),
    tool(id, name, input) {
      const index = toolIndex++
      const middle = Math.ceil(input.length / 2)
      const call = (fields: object) => delta({ tool_calls: [{ index, ...fields }] })
      return [
        ...call({ id, type: 'function', function: { name, arguments: '' } }),
        ...call({ function: { arguments: input.slice(0, middle) } }),
        ...call({ function: { arguments: input.slice(middle) } }),
      ]
    },
    error: (message) => [sse({ error: { message, type: 'server_error', code: null } })],
    finish: (reason, usage) => [
      chunk([{ index: 0, delta: {}, finish_reason: reason }]),
      chunk([], {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached },
          completion_tokens_details: { reasoning_tokens: usage.reasoning },
        },
      }),
      sse('[DONE]'),
    ],
  }
}
