import { type Dialect, sse } from './dialect.ts'

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** `POST /v1/messages`, Anthropic's API. */
export function createMessages(model: string): Dialect {
  let index = -1
  let openBlock: string | undefined
  const event = (type: string, fields: object = {}) => sse({ type, ...fields }, type)

  function closeBlock(): string[] {
    if (openBlock === undefined) return []
    openBlock = undefined
    return [event('content_block_stop', { index })]
  }
  function block(kind: string, content_block: object): string[] {
    if (openBlock === kind) return []
    const closing = closeBlock()
    index += 1
    openBlock = kind
    return [...closing, event('content_block_start', { index, content_block })]
  }
  const delta = (fields: object) => event('content_block_delta', { index, delta: fields })

  return {
    open: () => [
      event('message_start', {
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }),
    ],
    text: (text) => [
      ...block('text', { type: 'text', text: '' }),
      delta({ type: 'text_delta', text }),
    ],
    reasoning: (thinking) => [
      ...block('thinking', { type: 'thinking', thinking: '', signature: '' }),
      delta({ type: 'thinking_delta', thinking }),
    ],
    tool: (id, name, input) => [
      ...block(`tool ${id}`, { type: 'tool_use', id, name, input: {} }),
      delta({ type: 'input_json_delta', partial_json: input }),
    ],
    error: (message) => [event('error', { error: { type: 'overloaded_error', message } })],
    finish: (reason, usage) => [
      ...closeBlock(),
      event('message_delta', {
        delta: { stop_reason: STOP_REASONS[reason] ?? reason, stop_sequence: null },
        // Here cached tokens are not part of the others.
        usage: {
          input_tokens: usage.input - (usage.cached ?? 0) - (usage.cacheWrite ?? 0),
          output_tokens: usage.output,
          cache_read_input_tokens: usage.cached,
          cache_creation_input_tokens: usage.cacheWrite,
        },
      }),
      event('message_stop'),
    ],
  }
}
