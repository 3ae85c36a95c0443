import type { JsonObject } from '../../../../shared/json.ts'
import { SHORT } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, type Dialect } from '../dialect.ts'

const LLAMA = 'https://github.com/ggml-org/llama.cpp/blob/00efb3e184262872916bf136b3df63c1822a19bd'
const chunk = createChunks({
  event: {
    created: 1_786_900_000,
    id: 'chatcmpl-X6urH4f6',
    model: 'gemma-3-4b-it',
    system_fingerprint: 'b8831-9515c613',
    object: 'chat.completion.chunk',
  },
})
const TIMINGS: JsonObject = { prompt_n: 9, prompt_ms: 203.4, predicted_n: 7, predicted_ms: 93.6 }
const endLlama = (finish_reason: string) => [
  chunk({}, { choice: { finish_reason } }),
  chunk({}, { event: { choices: [], usage: USAGE, timings: TIMINGS } }),
  DONE,
]

export const llamaCpp: Dialect = {
  server: 'llama.cpp',
  version: 'commit 00efb3e1',
  sources: {
    answers: `${LLAMA}/tools/server/server-task.cpp`,
    calls: `${LLAMA}/tools/server/server-chat.cpp`,
    errors: `${LLAMA}/tools/server/server-common.cpp`,
    oddEnd: `${LLAMA}/tools/server/server-task.cpp`,
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [chunk({ role: 'assistant', content: null })],
  text: each((content) => chunk({ content })),
  reasoning: each((words) => chunk({ reasoning_content: words })),
  call: inPieces(chunk, ({ index }) => `Xk3vQ0a${index}`),
  end: endLlama,
  error: (message) => [event({ error: { code: 500, message, type: 'server_error' } })],
  oddEnd: {
    about: '`length` at the end of the window',
    pieces: endLlama('length'),
    expected: SHORT,
  },
}
