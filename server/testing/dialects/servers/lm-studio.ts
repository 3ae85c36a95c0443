import { WHOLE } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, type Dialect } from '../dialect.ts'

const chunk = createChunks({
  event: {
    id: 'chatcmpl-jy8z',
    object: 'chat.completion.chunk',
    created: 1_786_900_000,
    model: 'openai/gpt-oss-20b',
    system_fingerprint: 'openai/gpt-oss-20b',
  },
  choice: { logprobs: null },
})
const STUDIO_DOCS = 'https://lmstudio.ai/docs/developer/openai-compat'

export const lmStudio: Dialect = {
  server: 'LM Studio',
  version: '0.4.2',
  sources: {
    answers: `${STUDIO_DOCS}/chat-completions`,
    calls: `${STUDIO_DOCS}/tools`,
    errors: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/116',
    oddEnd: `${STUDIO_DOCS}/chat-completions`,
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [],
  text: each((content) => chunk({ role: 'assistant', content })),
  reasoning: each((words) => chunk({ role: 'assistant', reasoning: words })),
  call: inPieces(chunk, ({ index }) => `71489385${index}`),
  end: (finish_reason) => [
    chunk({}, { choice: { finish_reason } }),
    chunk({}, { event: { choices: [], usage: USAGE } }),
    DONE,
  ],
  error: (message) => [event({ error: `<LM Studio error> ${message}` })],
  oddEnd: {
    about: 'counts and statistics, and no end mark',
    pieces: [
      chunk(
        {},
        { choice: { finish_reason: 'stop' }, event: { usage: USAGE, stats: { ttft: 0.2 } } },
      ),
    ],
    expected: WHOLE,
  },
}
