import { type Dialect, sse } from './dialect.ts'

const INCOMPLETE_REASONS: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

/** `POST /v1/responses`, OpenAI's API. Reasoning produces no output here. */
export function createResponses(model: string): Dialect {
  let isMessageOpen = false
  /** The text has the first index. */
  let lastIndex = 0
  const event = (type: string, fields: object) => sse({ type, ...fields }, type)
  const response = (fields: object) => ({ id: 'resp_1', created_at: 1, model, ...fields })
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [] }

  return {
    open: () => [event('response.created', { response: response({}) })],
    text(delta) {
      const opening = isMessageOpen
        ? []
        : [event('response.output_item.added', { output_index: 0, item })]
      isMessageOpen = true
      return [
        ...opening,
        event('response.output_text.delta', {
          item_id: item.id,
          output_index: 0,
          content_index: 0,
          delta,
        }),
      ]
    },
    reasoning: () => [],
    tool(call_id, name, input, whole) {
      lastIndex += 1
      const place = { output_index: lastIndex }
      const id = `fc_${lastIndex}`
      const call = { type: 'function_call', id, call_id, name }
      const middle = Math.ceil(input.length / 2)
      const pieces = [input.slice(0, middle), input.slice(middle)]
      const item = { ...call, arguments: whole, status: 'completed' }
      return [
        event('response.output_item.added', { ...place, item: { ...call, arguments: '' } }),
        ...pieces.map((delta) =>
          event('response.function_call_arguments.delta', { ...place, item_id: id, delta }),
        ),
        event('response.function_call_arguments.done', {
          ...place,
          item_id: id,
          arguments: whole,
        }),
        event('response.output_item.done', { ...place, item }),
      ]
    },
    error: (message) => [
      event('error', {
        sequence_number: 1,
        error: { type: 'server_error', code: 'server_error', message, param: null },
      }),
    ],
    finish(reason, usage) {
      const counts = {
        input_tokens: usage.input,
        output_tokens: usage.output,
        input_tokens_details: { cached_tokens: usage.cached },
        output_tokens_details: { reasoning_tokens: usage.reasoning },
      }
      const incomplete = INCOMPLETE_REASONS[reason]
      const closing = isMessageOpen
        ? [event('response.output_item.done', { output_index: 0, item })]
        : []
      const last = incomplete
        ? event('response.incomplete', {
            response: response({ usage: counts, incomplete_details: { reason: incomplete } }),
          })
        : event('response.completed', { response: response({ usage: counts }) })
      return [...closing, last]
    },
  }
}
