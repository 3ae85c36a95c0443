import { DOWN, failed } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, type Dialect } from '../dialect.ts'

const VLLM = 'https://github.com/vllm-project/vllm/blob/002032ee2b18e1f7bd924ec47b62504ba3866063'
const chunk = createChunks({
  event: {
    id: 'chatcmpl-7f2a',
    object: 'chat.completion.chunk',
    created: 1_786_900_000,
    model: 'Qwen/Qwen3-30B-A3B',
  },
  choice: { logprobs: null, token_ids: null },
})
const endVllm = (finish_reason: string) => [
  chunk({ content: '' }, { choice: { finish_reason, stop_reason: null } }),
  chunk({}, { event: { choices: [], usage: USAGE } }),
  DONE,
]

export const vllm: Dialect = {
  server: 'vLLM',
  version: 'commit 002032ee',
  sources: {
    answers: `${VLLM}/vllm/entrypoints/openai/chat_completion/protocol.py`,
    calls: `${VLLM}/vllm/entrypoints/openai/chat_completion/serving.py`,
    errors: `${VLLM}/vllm/entrypoints/openai/chat_completion/serving.py`,
    oddEnd:
      'https://github.com/vllm-project/vllm/blob/b823d0262737fa53d714521434bf3fe097df20aa/vllm/v1/engine/__init__.py',
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [chunk({ role: 'assistant', content: '' }, { event: { prompt_token_ids: null } })],
  text: each((content) => chunk({ content })),
  reasoning: each((words) => chunk({ reasoning: words })),
  call: inPieces(chunk, ({ index }) => `chatcmpl-tool-${index}`),
  end: endVllm,
  error: (message) => [
    event({ error: { message, type: 'InternalServerError', param: null, code: 500 } }),
    DONE,
  ],
  oddEnd: {
    about: '`abort`',
    pieces: endVllm('abort'),
    expected: failed('down', DOWN, 'abort'),
  },
  otherwise: { 'odd end': 'The package calls the reason `other`, which is no failure to it.' },
}
