import { CUT, SHORT } from '../../expected-answers.ts'
import { DONE } from '../../stream-writers.ts'
import { createChunks, each, USAGE, type Dialect } from '../dialect.ts'

const OLLAMA = 'https://github.com/ollama/ollama/blob/fb30760996871fa9460115c753afd2c60d4ab0f7'
const chunk = createChunks({
  event: {
    id: 'chatcmpl-312',
    object: 'chat.completion.chunk',
    created: 1_786_900_000,
    model: 'qwen3:8b',
    system_fingerprint: 'fp_ollama',
  },
})
/** A call is sent once it is whole. */
const OLLAMA_SILENCE_MS = 20_000
const endOllama = (finish_reason: string) => [
  chunk({}, { choice: { finish_reason } }),
  chunk({}, { event: { choices: [], usage: USAGE } }),
  DONE,
]

export const ollama: Dialect = {
  server: 'Ollama',
  version: '0.33.0-rc2',
  sources: {
    answers: `${OLLAMA}/openai/openai.go#L344`,
    calls: `${OLLAMA}/openai/openai.go#L249`,
    errors: `${OLLAMA}/server/routes.go#L2097`,
    oddEnd: `${OLLAMA}/openai/openai.go#L369`,
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [chunk({ role: 'assistant', content: '' })],
  text: each((content) => chunk({ content })),
  reasoning: each((words) => chunk({ content: '', reasoning: words })),
  call: ({ index, name, args }) => [
    { pauseMs: OLLAMA_SILENCE_MS },
    chunk({
      content: '',
      tool_calls: [
        { id: `call_x${index}`, index, type: 'function', function: { name, arguments: args } },
      ],
    }),
  ],
  end: endOllama,
  // The compatible address makes an empty event of it, and drops the reason.
  error: () => [chunk({ content: '' }, { event: { model: '' } })],
  afterError: CUT,
  oddEnd: { about: '`length`', pieces: endOllama('length'), expected: SHORT },
}
