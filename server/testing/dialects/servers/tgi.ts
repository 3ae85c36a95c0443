import { WHOLE } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { createChunks, each, USAGE, type Dialect } from '../dialect.ts'

const TGI =
  'https://github.com/huggingface/text-generation-inference/blob/db931fcf42da018a3657580c64bf2720f167f9ab/router/src'
const chunk = createChunks({
  event: {
    object: 'chat.completion.chunk',
    id: '',
    created: 1_786_900_000,
    model: 'mistralai/Mistral-7B-Instruct-v0.3',
    system_fingerprint: '3.3.7-sha-db931fc',
    usage: null,
  },
  choice: { logprobs: null },
})
const tgiText = each((content) => chunk({ role: 'assistant', content }))
const endTgi = (finish_reason: string) => [
  chunk({ role: 'assistant', content: '' }, { choice: { finish_reason } }),
  chunk({}, { event: { choices: [], usage: USAGE } }),
  DONE,
]

export const tgi: Dialect = {
  server: 'TGI',
  version: '3.3.7',
  sources: {
    answers: `${TGI}/chat.rs#L69`,
    calls: `${TGI}/chat.rs#L190`,
    errors: `${TGI}/infer/mod.rs#L445`,
    oddEnd: `${TGI}/lib.rs#L1433`,
  },
  protocol: 'chat',
  maker: 'compatible',
  open: [],
  text: tgiText,
  // The server does not tell thoughts from words.
  reasoning: (words) => tgiText(['<think>\n', ...words, '\n</think>\n\n']),
  // The id stands in each piece; a server of this kind makes one call an answer.
  call({ index, name, args }) {
    const middle = Math.ceil(args.length / 2)
    const piece = (made: string | null, text: string) =>
      chunk({
        role: 'assistant',
        tool_calls: [
          { index, id: `${index}`, type: 'function', function: { name: made, arguments: text } },
        ],
      })
    return [piece(name, '{'), piece(null, args.slice(1, middle)), piece(null, args.slice(middle))]
  },
  // Also after calls.
  end: () => endTgi('stop'),
  error: (message) => [
    event({
      error: { message: `Request failed during generation: ${message}`, http_status_code: 422 },
    }),
    DONE,
  ],
  oddEnd: { about: '`stop_sequence`', pieces: endTgi('stop_sequence'), expected: WHOLE },
  otherwise: {
    reasoning: 'The package leaves thoughts between `<think>` tags in the words.',
    'odd end': 'The package calls the reason `other`.',
  },
}
