import type { JsonObject } from '../../../../shared/json.ts'
import { WHOLE } from '../../expected-answers.ts'
import { DONE, event } from '../../stream-writers.ts'
import { each, USAGE, RECORDED, type Dialect } from '../dialect.ts'

const FOUND: JsonObject = {
  citations: ['https://weather.example/bern'],
  search_results: [
    { title: 'Bern', url: 'https://weather.example/bern', date: '2026-02-10', last_updated: null },
  ],
}
const perplexityEvent = (content: string, choice: JsonObject, object: string): string =>
  event({
    id: '58cb9740-f356-49e9-b71e-a02a1376c1b9',
    model: 'sonar',
    created: 1_770_768_240,
    usage: { ...USAGE, search_context_size: 'low' },
    ...FOUND,
    object,
    choices: [{ index: 0, ...choice, delta: { role: 'assistant', content } }],
  })
const perplexityText = each((content) => perplexityEvent(content, {}, 'chat.completion.chunk'))
const endPerplexity = (finish_reason: string) =>
  perplexityEvent('', { finish_reason }, 'chat.completion.done')

export const perplexity: Dialect = {
  server: 'Perplexity',
  version: 'recorded 2026-02',
  sources: {
    answers: `${RECORDED}/perplexity/src/__fixtures__/perplexity-citations.chunks.txt`,
    calls: 'https://docs.perplexity.ai/docs/sonar/openai-compatibility',
    errors: 'https://docs.perplexity.ai/docs/sonar/openai-compatibility',
    oddEnd: `${RECORDED}/perplexity/src/__fixtures__/perplexity-text.chunks.txt`,
  },
  protocol: 'chat',
  maker: 'perplexity',
  open: [],
  text: perplexityText,
  // Of the models for reasoning; the others send none.
  reasoning: (words) => perplexityText(['<think>\n', ...words, '\n</think>\n\n']),
  withoutCalls: 'Sonar models call no tools of others.',
  end: (reason) => [endPerplexity(reason), DONE],
  error: (message) => [event({ error: { message, type: 'internal_error', code: 500 } })],
  oddEnd: {
    about: '`chat.completion.done`, and no end mark',
    pieces: [endPerplexity('stop')],
    expected: WHOLE,
  },
  otherwise: { reasoning: 'The package leaves thoughts between `<think>` tags in the words.' },
}
