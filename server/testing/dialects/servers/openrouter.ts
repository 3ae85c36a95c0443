import type { JsonObject } from '../../../../shared/json.ts'
import { WHOLE } from '../../expected-answers.ts'
import { DONE } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, type Dialect } from '../dialect.ts'

const PROCESSING = ': OPENROUTER PROCESSING\n\n'
const chunk = createChunks({
  event: {
    id: 'gen-1770933892-x7',
    provider: 'Google',
    model: 'google/gemini-3-flash-preview',
    object: 'chat.completion.chunk',
    created: 1_770_933_892,
  },
  choice: { native_finish_reason: null, logprobs: null },
})
const openrouterText = each((content) =>
  chunk({
    role: 'assistant',
    content,
    refusal: null,
    reasoning: null,
    reasoning_details: [],
    annotations: [],
  }),
)
const ROUTER_USAGE: JsonObject = {
  ...USAGE,
  cost: 0.000_12,
  is_byok: false,
  cost_details: { upstream_inference_cost: null },
}
const endOpenrouter = (finish_reason: string, native_finish_reason: string) => [
  chunk({ role: 'assistant', content: '' }, { choice: { finish_reason, native_finish_reason } }),
  chunk({ role: 'assistant', content: '' }, { event: { usage: ROUTER_USAGE } }),
]

export const openrouter: Dialect = {
  server: 'OpenRouter',
  version: 'v1, documentation of 2026',
  sources: {
    answers: 'https://openrouter.ai/docs/api/reference/streaming',
    calls: 'https://openrouter.ai/docs/guides/features/tool-calling',
    errors: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    oddEnd: 'https://openrouter.ai/docs/api/reference/streaming',
  },
  protocol: 'chat',
  maker: 'openrouter',
  open: [PROCESSING, PROCESSING],
  text: openrouterText,
  reasoning: each((words) =>
    chunk({
      role: 'assistant',
      content: '',
      reasoning: words,
      reasoning_details: [
        { type: 'reasoning.text', text: words, format: 'anthropic-claude-v1', index: 0 },
      ],
    }),
  ),
  call: inPieces(chunk, ({ index }) => `tool_0_call_${index}`),
  end: (reason) => [...endOpenrouter(reason, 'completed'), DONE],
  error: (message) => [
    chunk(
      { content: '' },
      {
        choice: { finish_reason: 'error' },
        event: { error: { code: 'server_error', message } },
      },
    ),
  ],
  oddEnd: {
    about: 'comments between, and counts in an event with words',
    pieces: [PROCESSING, ...endOpenrouter('stop', 'STOP'), PROCESSING, DONE],
    expected: WHOLE,
  },
}
