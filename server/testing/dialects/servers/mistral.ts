import { TOO_LONG } from '../../expected-answers.ts'
import { DONE } from '../../stream-writers.ts'
import { createChunks, each, USAGE, RECORDED, saidError, type Dialect } from '../dialect.ts'

const chunk = createChunks({
  event: {
    id: 'b3999b8c93e04e11bcbff7bcab829667',
    object: 'chat.completion.chunk',
    created: 1_769_088_912,
    model: 'magistral-medium-2507',
  },
  choice: { logprobs: null },
})

export const mistral: Dialect = {
  server: 'Mistral',
  version: 'recorded 2026-01',
  sources: {
    answers: `${RECORDED}/mistral/src/__fixtures__/mistral-reasoning.chunks.txt`,
    calls: `${RECORDED}/mistral/src/__fixtures__/mistral-tool-call.chunks.txt`,
    errors: 'https://docs.mistral.ai/api',
    oddEnd: 'https://docs.mistral.ai/api',
  },
  protocol: 'chat',
  maker: 'mistral',
  open: [chunk({ role: 'assistant', content: '' })],
  text: each((content) => chunk({ content })),
  reasoning: each((text) =>
    chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
  ),
  textAfterReasoning: each((text) => chunk({ content: [{ type: 'text', text }] })),
  call: ({ index, name, args }) => [
    chunk({
      content: null,
      tool_calls: [{ index, id: `gSIMJiOk${index}`, function: { name, arguments: args } }],
    }),
  ],
  end: (finish_reason) => [
    chunk({ content: '' }, { choice: { finish_reason }, event: { usage: USAGE } }),
    DONE,
  ],
  error: (message) => saidError({ message, type: 'server_error', param: null, code: '3000' }),
  oddEnd: {
    about: '`model_length`',
    pieces: [
      chunk(
        { content: '' },
        { choice: { finish_reason: 'model_length' }, event: { usage: USAGE } },
      ),
      DONE,
    ],
    expected: { finish: 'incomplete/length', note: TOO_LONG, log: null },
  },
}
