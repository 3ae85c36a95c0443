import type { JsonObject } from '../../../../shared/json.ts'
import { DOWN, failed } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, RECORDED, type Dialect } from '../dialect.ts'

const chunk = createChunks({
  event: {
    id: 'cac7192e-e619-40c6-96b0-ed4276bc03ac',
    object: 'chat.completion.chunk',
    created: 1_764_661_832,
    model: 'deepseek-reasoner',
    system_fingerprint: 'fp_eaab8d114b_prod0820_fp8_kvcache',
    usage: null,
  },
  choice: { logprobs: null },
})
const DEEPSEEK_USAGE: JsonObject = {
  ...USAGE,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
  prompt_cache_hit_tokens: 4,
  prompt_cache_miss_tokens: 5,
}
const endDeepseek = (finish_reason: string) => [
  chunk(
    { content: '', reasoning_content: null },
    { choice: { finish_reason }, event: { usage: DEEPSEEK_USAGE } },
  ),
  DONE,
]

export const deepseek: Dialect = {
  server: 'DeepSeek',
  version: 'recorded 2025-12',
  sources: {
    answers: `${RECORDED}/deepseek/src/chat/__fixtures__/deepseek-reasoning.chunks.txt`,
    calls: `${RECORDED}/deepseek/src/chat/__fixtures__/deepseek-tool-call.chunks.txt`,
    errors: 'https://api-docs.deepseek.com/quick_start/error_codes',
    oddEnd: 'https://api-docs.deepseek.com/api/create-chat-completion',
  },
  protocol: 'chat',
  maker: 'deepseek',
  open: [': keep-alive\n\n', chunk({ role: 'assistant', content: null, reasoning_content: '' })],
  text: each((content) => chunk({ content, reasoning_content: null })),
  reasoning: each((words) => chunk({ content: null, reasoning_content: words })),
  call: inPieces(chunk, ({ index }) => `call_00_${index}`),
  end: endDeepseek,
  error: (message) => [
    event({ error: { message, type: 'server_error', param: null, code: 'server_error' } }),
  ],
  oddEnd: {
    about: '`insufficient_system_resource`',
    pieces: endDeepseek('insufficient_system_resource'),
    expected: failed('down', DOWN, 'insufficient_system_resource'),
  },
}
