import type { JsonObject, JsonValue } from '../../shared/json.ts'

export const DONE = 'data: [DONE]\n\n'
export const event = (data: JsonValue): string => `data: ${JSON.stringify(data)}\n\n`

/** A chunk of chat completions with one choice. */
export const delta = (
  fields: JsonObject,
  finish_reason: JsonValue = null,
  rest: JsonObject = {},
): string =>
  event({ id: 'c', created: 1, choices: [{ index: 0, delta: fields, finish_reason }], ...rest })
export const say = (content: JsonValue): string => delta({ content })
export const stop = (reason: JsonValue = 'stop'): string => delta({}, reason)
export const call = (fields: JsonObject): string => delta({ tool_calls: [fields] })
export const weather = (city: string, fields: JsonObject = {}): string =>
  call({
    index: 0,
    id: `c-${city}`,
    type: 'function',
    function: { name: 'weather', arguments: JSON.stringify({ city }) },
    ...fields,
  })

export const start = event({
  type: 'message_start',
  message: { id: 'm', usage: { input_tokens: 1 } },
})
export const open = (index: number, content_block: JsonObject): string =>
  event({ type: 'content_block_start', index, content_block })
export const grow = (index: number, fields: JsonObject): string =>
  event({ type: 'content_block_delta', index, delta: fields })
export const shut = (index: number): string => event({ type: 'content_block_stop', index })
export const text = (index: number, words: string): string =>
  open(index, { type: 'text', text: '' }) +
  grow(index, { type: 'text_delta', text: words }) +
  shut(index)
export const toolUse = (index: number, name: string, json: string): string =>
  open(index, { type: 'tool_use', id: `t${index}`, name, input: {} }) +
  grow(index, { type: 'input_json_delta', partial_json: json })
export const reason = (stop_reason: JsonValue, usage: JsonValue = { output_tokens: 2 }): string =>
  event({ type: 'message_delta', delta: { stop_reason }, usage })
export const messageStop = event({ type: 'message_stop' })

export const created = event({
  type: 'response.created',
  response: { id: 'r', created_at: 1, model: 'm' },
})
export const spoken = (words: string): string =>
  event({
    type: 'response.output_item.added',
    output_index: 0,
    item: { id: 'o', type: 'message', role: 'assistant', content: [] },
  }) +
  event({
    type: 'response.output_text.delta',
    item_id: 'o',
    output_index: 0,
    content_index: 0,
    delta: words,
  })
export const called = (output_index: number, args: string, isWhole: boolean): string => {
  const item = { type: 'function_call', id: `f${output_index}`, call_id: `k${output_index}` }
  const begun = { ...item, name: 'weather', arguments: '' }
  const done = { ...begun, arguments: args, status: 'completed' }
  return (
    event({ type: 'response.output_item.added', output_index, item: begun }) +
    event({
      type: 'response.function_call_arguments.delta',
      item_id: item.id,
      output_index,
      delta: args,
    }) +
    (isWhole ? event({ type: 'response.output_item.done', output_index, item: done }) : '')
  )
}
export const completed = (usage: JsonValue, rest: JsonObject = {}): string =>
  event({ type: 'response.completed', response: { usage, ...rest } })
