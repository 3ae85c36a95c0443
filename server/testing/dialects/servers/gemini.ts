import type { JsonObject } from '../../../../shared/json.ts'
import { WHOLE } from '../../expected-answers.ts'
import { DONE } from '../../stream-writers.ts'
import { createChunks, each, USAGE, saidError, type Dialect } from '../dialect.ts'

const chunk = createChunks({
  event: {
    created: 1_786_900_000,
    id: 'Il0taoSYJ5Cez7IP',
    model: 'gemini-3-flash-preview',
    object: 'chat.completion.chunk',
  },
})
const GEMINI_DOCS = 'https://ai.google.dev/gemini-api/docs'
const SIGNED: JsonObject = { google: { thought_signature: 'EjQKMgEMc2ln' } }

export const gemini: Dialect = {
  server: 'Gemini, compatible address',
  version: 'v1beta',
  sources: {
    answers: `${GEMINI_DOCS}/openai`,
    calls: 'https://github.com/open-webui/computer/issues/224',
    errors: `${GEMINI_DOCS}/troubleshooting`,
    oddEnd: 'https://github.com/googleapis/python-genai/issues/2868',
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [],
  text: each((content) => chunk({ content, role: 'assistant' })),
  withoutReasoning: 'Thoughts come only to those who ask for them by a field of Google.',
  call: ({ index, name, args }) => [
    chunk({
      role: 'assistant',
      tool_calls: [
        {
          id: `function-call-${index}`,
          type: 'function',
          function: { name, arguments: args },
          extra_content: SIGNED,
        },
      ],
    }),
  ],
  // Also after calls.
  end: () => [
    chunk({ role: 'assistant' }, { choice: { finish_reason: 'stop' } }),
    chunk({}, { event: { choices: [], usage: USAGE } }),
    DONE,
  ],
  error: (message) => saidError({ code: 503, message, status: 'UNAVAILABLE' }),
  oddEnd: {
    about: 'a signature alone, then the reason beside the last words',
    pieces: [
      chunk({ role: 'assistant', extra_content: SIGNED }),
      chunk({ content: ' .', role: 'assistant' }, { choice: { finish_reason: 'stop' } }),
      DONE,
    ],
    expected: { ...WHOLE, text: 'It is sunny in Bern today. .' },
  },
}
