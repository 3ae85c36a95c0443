import type { JsonObject } from '../../../../shared/json.ts'
import { WHOLE } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, USAGE, RECORDED, type Dialect } from '../dialect.ts'

const chunk = createChunks({
  event: {
    id: 'chatcmpl-3556c041-562b-471f-9a90-763dbcea5a3f',
    object: 'chat.completion.chunk',
    created: 1_770_770_846,
    model: 'qwen/qwen3-32b',
    system_fingerprint: 'fp_78ac7f3229',
  },
  choice: { logprobs: null },
})
const GROQ_USAGE: JsonObject = { queue_time: 0.17, ...USAGE, total_time: 3.2 }
const endGroq = (finish_reason: string, fields: JsonObject) => [
  chunk({}, { choice: { finish_reason }, event: fields }),
  DONE,
]

export const groq: Dialect = {
  server: 'Groq',
  version: 'recorded 2026-02',
  sources: {
    answers: `${RECORDED}/groq/src/__fixtures__/groq-reasoning.chunks.txt`,
    calls: `${RECORDED}/groq/src/__fixtures__/groq-tool-call.chunks.txt`,
    errors:
      'https://github.com/groq/groq-typescript/blob/04c54827b770b2b6e8e2931e2673711a4b3ca934/src/core/streaming.ts',
    oddEnd: 'https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts',
  },
  protocol: 'chat',
  maker: 'groq',
  open: [chunk({ role: 'assistant', content: '' }, { event: { x_groq: { id: 'req_1' } } })],
  text: each((content) => chunk({ content })),
  reasoning: each((words) => chunk({ channel: 'analysis', reasoning: words })),
  call: ({ index, name, args }) => [
    chunk({
      tool_calls: [
        { id: `tk85n1k${index}`, type: 'function', function: { name, arguments: args }, index },
      ],
    }),
  ],
  end: (reason) =>
    endGroq(reason, { x_groq: { id: 'req_1', usage: GROQ_USAGE }, usage: GROQ_USAGE }),
  error: (message) => [
    `event: error\n${event({ error: { message, type: 'internal_server_error' } })}`,
  ],
  oddEnd: {
    about: 'the counts are in `x_groq`',
    pieces: endGroq('stop', { x_groq: { id: 'req_1', usage: GROQ_USAGE } }),
    expected: WHOLE,
  },
}
