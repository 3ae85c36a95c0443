import { createOpenAI } from '@ai-sdk/openai'
import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { DIMENSIONS_MAX } from '../models/embedder.ts'
import { embeddingName } from '../models/embedding-choice.ts'
import { checkConfigs } from './check-configs.ts'
import { PREFIX_CHARACTERS_MAX } from './embedding-schema.ts'
import { parseConfig } from './parse-config.ts'

const openai = createOpenAI({ apiKey: 'k' })

function parse(embeddings: unknown) {
  const providers = { local: { baseUrl: 'http://127.0.0.1:11434/v1' } }
  const config = { providers, projects: { shop: { embeddings } } }
  return parseConfig(config, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
}
const refusal = (message: string) =>
  expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(message) })

test.each([
  ['local/nomic-embed-text', 'local/nomic-embed-text'],
  ['openai/text-embedding-3-small', 'openai/text-embedding-3-small'],
  [openai.embedding('small'), 'openai.embedding/small'],
])('takes the model %s', (model, name) => {
  const { embeddings } = parse({ model }).get('shop')!
  expect(embeddingName(embeddings!.model)).toBe(name)
  expect(embeddings?.dimensions).toBeUndefined()
})

test('without a block there is none', () => {
  expect(parse(undefined).get('shop')?.embeddings).toBeUndefined()
})

test.each<[unknown, string]>([
  [{}, 'projects.shop.embeddings.model: is missing'],
  [
    { model: 'small' },
    'expected openai/<model>, openai-compatible/<model> or local/<model>, but it is "small".',
  ],
  [{ model: openai('gpt-5') }, 'the model "gpt-5" is no embedding model'],
  [{ model: { specificationVersion: 'v1', modelId: 'x' } }, 'version "v1"; expected v2, v3 or v4'],
  [{ model: 'local/x', dimension: 5 }, 'did you mean "dimensions"?'],
  [{ model: 'local/x', prefixes: { query: 'q: ' } }, 'expected question, passage'],
  ...[0, 1.5, DIMENSIONS_MAX + 1].map((dimensions): [unknown, string] => [
    { model: 'local/x', dimensions },
    `embeddings.dimensions: expected a whole number from 1 to ${DIMENSIONS_MAX}`,
  ]),
])('refuses %j', (embeddings, message) => {
  expect(() => parse(embeddings)).toThrow(refusal(message))
})

test.each([1, DIMENSIONS_MAX])('takes %i dimensions', (dimensions) => {
  expect(parse({ model: 'local/x', dimensions }).get('shop')?.embeddings).toMatchObject({
    dimensions,
  })
})

test('an operator’s prefixes replace those that are known, and none of them is none', () => {
  const prefixesOf = (prefixes: unknown) =>
    parse({ model: 'local/nomic-embed-text', prefixes }).get('shop')?.embeddings?.prefixes
  expect(prefixesOf(undefined)).toBeUndefined()
  expect(prefixesOf({})).toEqual({ question: '', passage: '' })
  expect(prefixesOf({ question: 'q: ' })).toEqual({ question: 'q: ', passage: '' })
})

test('a prefix has at most so many characters', () => {
  const withPrefix = (length: number) => () =>
    parse({ model: 'local/x', prefixes: { question: 'x'.repeat(length) } })
  expect(withPrefix(PREFIX_CHARACTERS_MAX)).not.toThrow()
  expect(withPrefix(PREFIX_CHARACTERS_MAX + 1)).toThrow(
    refusal('embeddings.prefixes.question: expected at most 500 characters'),
  )
})

test('the start names the project whose model has no key', async () => {
  const store = { projects: { list: async () => [] } } as never
  const settings = { isProduction: false }
  const log = { warn() {} }
  const check = (model: string) => checkConfigs(parse({ model }), settings, store, log)
  await expect(check('openai/small')).rejects.toEqual(
    refusal('projects.shop.embeddings: OPENAI_API_KEY is not set'),
  )
  await expect(check('local/small')).resolves.toBeUndefined()
})
