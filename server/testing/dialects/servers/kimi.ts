import { FAILURE_TEXTS } from '../../../models/provider-failure.ts'
import { WHOLE, failed } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, inPieces, USAGE, RECORDED, type Dialect } from '../dialect.ts'

const chunk = createChunks({
  event: {
    id: 'chatcmpl-stream',
    object: 'chat.completion.chunk',
    created: 1_785_880_003,
    model: 'kimi-k3',
    system_fingerprint: 'fpv0_ff52a3ef',
  },
})

export const kimi: Dialect = {
  server: 'Kimi',
  version: 'recorded 2026-08',
  sources: {
    answers: `${RECORDED}/moonshotai/src/__fixtures__/moonshotai-stream.chunks.txt`,
    calls: 'https://platform.kimi.ai/docs/guide/use-kimi-api-to-complete-tool-calls',
    errors: 'https://platform.kimi.ai/docs/api/errors',
    oddEnd: 'https://platform.kimi.ai/docs/guide/utilize-the-streaming-output-feature-of-kimi-api',
  },
  protocol: 'chat',
  maker: 'moonshot',
  open: [chunk({ role: 'assistant', content: '' })],
  text: each((content) => chunk({ content })),
  reasoning: each((words) => chunk({ reasoning_content: words })),
  call: inPieces(chunk, ({ index, name }) => `functions.${name}:${index}`),
  end: (finish_reason) => [
    chunk({}, { choice: { finish_reason } }),
    chunk({}, { event: { choices: [], usage: { ...USAGE, cached_tokens: 4 } } }),
    DONE,
  ],
  error: (message) => [event({ error: { type: 'engine_overloaded_error', message } })],
  afterError: failed('busy', FAILURE_TEXTS.busy, 'engine_overloaded_error'),
  oddEnd: {
    about: 'the counts are in the choice',
    pieces: [chunk({}, { choice: { finish_reason: 'stop', usage: USAGE } }), DONE],
    expected: WHOLE,
  },
}
