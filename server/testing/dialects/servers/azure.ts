import type { JsonObject } from '../../../../shared/json.ts'
import { WHOLE } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import {
  createChunks,
  each,
  inPieces,
  USAGE,
  RECORDED,
  NO_THOUGHTS,
  saidError,
  type Dialect,
} from '../dialect.ts'

const SAFE: JsonObject = Object.fromEntries(
  ['hate', 'self_harm', 'sexual', 'violence'].map((name) => [
    name,
    { filtered: false, severity: 'safe' },
  ]),
)
const chunk = createChunks({
  event: {
    created: 1_762_317_021,
    id: 'chatcmpl-1',
    model: 'gpt-5-nano-2025-08-07',
    obfuscation: 'NNpA6Dj2U',
    object: 'chat.completion.chunk',
    system_fingerprint: null,
    usage: null,
  },
  choice: { content_filter_results: SAFE, logprobs: null },
})
const AZURE_NOTE: JsonObject = { created: 0, id: '', model: '', object: '' }

export const azure: Dialect = {
  server: 'Azure OpenAI',
  version: 'recorded 2025-11',
  sources: {
    answers: `${RECORDED}/openai/src/chat/__fixtures__/azure-model-router.1.chunks.txt`,
    calls: 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/function-calling',
    errors: 'https://learn.microsoft.com/azure/ai-foundry/openai/reference',
    oddEnd: 'https://learn.microsoft.com/azure/foundry/openai/concepts/content-streaming',
  },
  protocol: 'chat',
  maker: 'azure',
  open: [
    event({
      choices: [],
      ...AZURE_NOTE,
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: SAFE }],
    }),
    chunk(
      { content: '', refusal: null, role: 'assistant' },
      { choice: { content_filter_results: {} } },
    ),
  ],
  text: each((content) => chunk({ content })),
  withoutReasoning: NO_THOUGHTS,
  call: inPieces(chunk, ({ index }) => `call_${index}`),
  end: (finish_reason) => [
    chunk({}, { choice: { content_filter_results: {}, finish_reason } }),
    chunk({}, { event: { choices: [], usage: USAGE } }),
    DONE,
  ],
  error: (message) => saidError({ message, type: 'server_error', param: null, code: null }),
  oddEnd: {
    about: 'results of the filter, without words, after the reason',
    pieces: [
      chunk({}, { choice: { content_filter_results: {}, finish_reason: 'stop' } }),
      event({
        ...AZURE_NOTE,
        choices: [
          {
            index: 0,
            finish_reason: null,
            content_filter_results: SAFE,
            content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 198 },
          },
        ],
        usage: null,
      }),
      DONE,
    ],
    expected: WHOLE,
  },
}
