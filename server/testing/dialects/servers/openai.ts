import { WHOLE } from '../../expected-answers.ts'
import { DONE } from '../../stream-writers.ts'
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

const chunk = createChunks({
  event: {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_770_933_892,
    model: 'gpt-4.1-nano-2025-04-14',
    service_tier: 'default',
    system_fingerprint: 'fp_de604bd877',
    usage: null,
    obfuscation: 'Qup1BsQ3',
  },
  choice: { logprobs: null },
})

const OPENAI_DOCS = 'https://platform.openai.com/docs/api-reference/chat-streaming/streaming'

export const openai: Dialect = {
  server: 'OpenAI, chat completions',
  version: 'recorded 2026-02',
  sources: {
    answers: `${RECORDED}/openai/src/chat/__fixtures__/openai-text.chunks.txt`,
    calls: OPENAI_DOCS,
    errors: 'https://github.com/openai/openai-node/blob/master/src/core/streaming.ts',
    oddEnd: 'https://platform.openai.com/docs/api-reference/chat/create',
  },
  protocol: 'chat',
  maker: 'openai',
  open: [chunk({ role: 'assistant', content: '', refusal: null })],
  text: each((content) => chunk({ content })),
  withoutReasoning: NO_THOUGHTS,
  call: inPieces(chunk, ({ index }) => `call_${index}`),
  end: (finish_reason) => [
    chunk({}, { choice: { finish_reason } }),
    chunk({}, { event: { choices: [], usage: USAGE } }),
    DONE,
  ],
  error: (message) => saidError({ message, type: 'server_error', param: null, code: null }),
  oddEnd: {
    about: 'the counts are missing',
    pieces: [chunk({}, { choice: { finish_reason: 'stop' } }), DONE],
    expected: WHOLE,
  },
}
