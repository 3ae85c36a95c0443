import type { JsonObject } from '../../../../shared/json.ts'
import { TOO_LONG } from '../../expected-answers.ts'
import { namedEvent, type Dialect } from '../dialect.ts'

const ANTHROPIC_DOCS = 'https://platform.claude.com/docs/en/build-with-claude'
const ANTHROPIC_STOPS = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
} as const

/** Writes one block with its start and end. */
function block(index: number, content: JsonObject, ...deltas: JsonObject[]): string[] {
  return [
    namedEvent({ type: 'content_block_start', index, content_block: content }),
    ...deltas.map((delta) => namedEvent({ type: 'content_block_delta', index, delta })),
    namedEvent({ type: 'content_block_stop', index }),
  ]
}

function endMessage(stop_reason: string): string[] {
  return [
    namedEvent({
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    namedEvent({ type: 'message_stop' }),
  ]
}

export const anthropic: Dialect = {
  server: 'Anthropic',
  version: '2023-06-01',
  sources: {
    answers: `${ANTHROPIC_DOCS}/streaming`,
    calls: `${ANTHROPIC_DOCS}/streaming#streaming-request-with-tool-use`,
    errors: `${ANTHROPIC_DOCS}/streaming#error-events`,
    oddEnd: `${ANTHROPIC_DOCS}/handling-stop-reasons`,
  },
  protocol: 'anthropic',
  maker: 'anthropic',
  open: [
    namedEvent({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1 },
      },
    }),
    namedEvent({ type: 'ping' }),
  ],
  text: (words) =>
    block(
      1,
      { type: 'text', text: '' },
      ...words.map((text): JsonObject => ({ type: 'text_delta', text })),
    ),
  reasoning: (words) =>
    block(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      ...words.map((thinking): JsonObject => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: 'c2lnbmVk' },
    ),
  call({ index, name, args }) {
    const middle = Math.ceil(args.length / 2)
    return block(
      index + 1,
      { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      { type: 'input_json_delta', partial_json: '' },
      { type: 'input_json_delta', partial_json: args.slice(0, middle) },
      { type: 'input_json_delta', partial_json: args.slice(middle) },
    )
  },
  end: (reason) => endMessage(ANTHROPIC_STOPS[reason]),
  error: (message) => [namedEvent({ type: 'error', error: { type: 'overloaded_error', message } })],
  oddEnd: {
    about: '`model_context_window_exceeded`',
    pieces: endMessage('model_context_window_exceeded'),
    expected: { finish: 'incomplete/length', note: TOO_LONG, log: null },
  },
}
