import type { JsonObject } from '../../../../shared/json.ts'
import { WHOLE } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, type Dialect } from '../dialect.ts'

const LITELLM = 'https://github.com/BerriAI/litellm/blob/690093865711a0830ab83b4ad0ce1623c5c19b60'
const chunk = createChunks({
  event: {
    id: 'chatcmpl-90',
    created: 1_786_900_000,
    model: 'claude-sonnet-4-5',
    object: 'chat.completion.chunk',
  },
})
const LITELLM_USAGE: JsonObject = { ...USAGE, cache_read_input_tokens: 0 }

export const litellm: Dialect = {
  server: 'LiteLLM',
  version: 'commit 69009386',
  sources: {
    answers: `${LITELLM}/litellm/types/utils.py`,
    calls: `${LITELLM}/litellm/types/utils.py`,
    errors: `${LITELLM}/litellm/proxy/proxy_server.py`,
    oddEnd: `${LITELLM}/litellm/litellm_core_utils/streaming_handler.py`,
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [],
  text: each((content) => chunk({ content, role: 'assistant' })),
  reasoning: each((words) =>
    chunk({
      reasoning_content: words,
      thinking_blocks: [{ type: 'thinking', thinking: words, signature: null }],
      provider_specific_fields: { thinking_blocks: [{ type: 'thinking', thinking: words }] },
      content: '',
      role: 'assistant',
    }),
  ),
  call: inPieces(chunk, ({ index }) => `toolu_${index}`),
  end: (finish_reason) => [
    chunk({}, { choice: { finish_reason } }),
    chunk({}, { event: { usage: LITELLM_USAGE } }),
    DONE,
  ],
  error: (message) => [event({ error: { message, type: 'None', param: 'None', code: '500' } })],
  oddEnd: {
    about: 'counts beside an empty choice, and again the reason',
    pieces: [
      chunk({}, { choice: { finish_reason: 'stop' } }),
      chunk({}, { choice: { finish_reason: 'stop' }, event: { usage: LITELLM_USAGE } }),
      DONE,
    ],
    expected: WHOLE,
  },
}
