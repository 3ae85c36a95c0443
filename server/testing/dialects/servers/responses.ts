import type { JsonObject } from '../../../../shared/json.ts'
import { SHORT } from '../../expected-answers.ts'
import { namedEvent, type Dialect } from '../dialect.ts'

const RESPONSES_DOCS = 'https://platform.openai.com/docs/api-reference/responses-streaming'
const RESPONSES_USAGE: JsonObject = { input_tokens: 9, output_tokens: 7, total_tokens: 16 }
const RESPONSE: JsonObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_770_933_892,
  model: 'gpt-5-mini',
  status: 'in_progress',
  output: [],
}

function item(output_index: number, begun: JsonObject, ended: JsonObject, ...between: string[]) {
  return [
    namedEvent({
      type: 'response.output_item.added',
      sequence_number: 2,
      output_index,
      item: { ...begun, status: 'in_progress' },
    }),
    ...between,
    namedEvent({
      type: 'response.output_item.done',
      sequence_number: 9,
      output_index,
      item: { ...begun, ...ended, status: 'completed' },
    }),
  ]
}

const endResponse = (status: 'completed' | 'incomplete', fields: JsonObject = {}): string[] => [
  namedEvent({
    type: `response.${status}`,
    sequence_number: 10,
    response: { ...RESPONSE, status, usage: RESPONSES_USAGE, ...fields },
  }),
]

export const responses: Dialect = {
  server: 'OpenAI, responses',
  version: 'recorded 2026-02',
  sources: {
    answers: RESPONSES_DOCS,
    calls: `${RESPONSES_DOCS}/response/function_call_arguments/delta`,
    errors: `${RESPONSES_DOCS}/error`,
    oddEnd: `${RESPONSES_DOCS}/response/incomplete`,
  },
  protocol: 'responses',
  maker: 'responses',
  open: [
    namedEvent({ type: 'response.created', sequence_number: 0, response: RESPONSE }),
    namedEvent({ type: 'response.in_progress', sequence_number: 1, response: RESPONSE }),
  ],
  text(words) {
    const place = { item_id: 'msg_1', output_index: 1, content_index: 0 }
    const text = words.join('')
    const part = { type: 'output_text', annotations: [], logprobs: [], text }
    return item(
      1,
      { id: 'msg_1', type: 'message', role: 'assistant', content: [] },
      { content: [part] },
      namedEvent({
        type: 'response.content_part.added',
        sequence_number: 3,
        ...place,
        part: { ...part, text: '' },
      }),
      ...words.map((delta) =>
        namedEvent({
          type: 'response.output_text.delta',
          sequence_number: 4,
          ...place,
          delta,
          logprobs: [],
          obfuscation: 'x8Qp',
        }),
      ),
      namedEvent({
        type: 'response.output_text.done',
        sequence_number: 5,
        ...place,
        text,
        logprobs: [],
      }),
      namedEvent({ type: 'response.content_part.done', sequence_number: 6, ...place, part }),
    )
  },
  reasoning(words) {
    const place = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
    const text = words.join('')
    const summary = { type: 'summary_text', text }
    return item(
      0,
      { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'c2VhbGVk' },
      { summary: [summary] },
      namedEvent({
        type: 'response.reasoning_summary_part.added',
        sequence_number: 3,
        ...place,
        part: { ...summary, text: '' },
      }),
      ...words.map((delta) =>
        namedEvent({
          type: 'response.reasoning_summary_text.delta',
          sequence_number: 4,
          ...place,
          delta,
          obfuscation: 'k2',
        }),
      ),
      namedEvent({
        type: 'response.reasoning_summary_text.done',
        sequence_number: 5,
        ...place,
        text,
      }),
      namedEvent({
        type: 'response.reasoning_summary_part.done',
        sequence_number: 6,
        ...place,
        part: summary,
      }),
    )
  },
  call({ index, name, args }) {
    const id = `fc_${index}`
    const place = { item_id: id, output_index: index + 1 }
    return item(
      index + 1,
      { id, type: 'function_call', call_id: `call_${index}`, name, arguments: '' },
      { arguments: args },
      namedEvent({
        type: 'response.function_call_arguments.delta',
        sequence_number: 3,
        ...place,
        delta: args,
        obfuscation: 'Zq1',
      }),
      namedEvent({
        type: 'response.function_call_arguments.done',
        sequence_number: 4,
        ...place,
        arguments: args,
      }),
    )
  },
  end: () => endResponse('completed'),
  error: (message) => [
    namedEvent({ type: 'error', sequence_number: 7, code: 'server_error', message, param: null }),
  ],
  oddEnd: {
    about: '`response.incomplete`',
    pieces: endResponse('incomplete', { incomplete_details: { reason: 'max_output_tokens' } }),
    expected: SHORT,
  },
}
