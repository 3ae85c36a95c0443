import { createOpenAI as createOpenAI5 } from 'openai-5'
import { createOpenAI as createOpenAI6 } from 'openai-6'
import { createOpenAI } from '@ai-sdk/openai'
import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { checkAssistant } from '../models/create-assistants.ts'
import { choiceName, choiceSecrets } from '../models/model-choice.ts'
import { HEADERS_MAX } from '../models/request-headers.ts'
import { parseConfig } from './parse-config.ts'

const local = { baseUrl: 'http://127.0.0.1:11434/v1/' }
const openai = createOpenAI({ apiKey: 'k' })

function parse(assistant: unknown, providers: unknown = { local }) {
  const config = { providers, projects: { shop: { assistants: { default: assistant } } } }
  const parsed = parseConfig(config, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
  return parsed.get('shop')!.assistants.get('default')!
}
const refusal = (message: string) =>
  expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(message) })

test.each([
  ['local/llama3', 'local/llama3'],
  ['local/meta/llama-3', 'local/meta/llama-3'],
  ['openai/gpt-5', 'openai/gpt-5'],
  ['demo', 'demo'],
  [undefined, 'demo'],
  [openai('gpt-5'), 'openai.responses/gpt-5'],
  [createOpenAI6({ apiKey: 'k' }).chat('gpt-4'), 'openai.chat/gpt-4'],
  [createOpenAI5({ apiKey: 'k' }).chat('gpt-4'), 'openai.chat/gpt-4'],
])('takes the model %s', (model, name) => {
  const parsed = parse({ model })

  expect(choiceName(parsed.model)).toBe(name)
  expect(() => checkAssistant(parsed, { providers: { OPENAI_API_KEY: 'k' } })).not.toThrow()
})

test.each<[unknown, string]>([
  [
    'other/llama3',
    'projects.shop.assistants.default.model: expected openai/<model>, anthropic/<model>, openai-compatible/<model>, local/<model> or demo, but it is "other/llama3".',
  ],
  ['local/', 'but it is "local/".'],
  ['local/two words', 'but it is "local/two words".'],
  [openai, 'default.model: expected a model’s name or a language model, but it is a function.'],
  [5, 'but it is 5.'],
  [{}, 'default.model: expected a model’s name or a language model of the AI SDK'],
  [
    { specificationVersion: 'v1', modelId: 'gpt-4', doStream() {} },
    'default.model: the model "gpt-4" has specification version "v1"; expected v2, v3 or v4, which the packages of AI SDK 5, 6 and 7 have.',
  ],
  [{ specificationVersion: 'v5', modelId: 'next', doStream() {} }, 'version "v5"; expected v2'],
  [openai.embedding('small'), 'default.model: the model "small" is no language model.'],
])('refuses the model %s', (model, message) => {
  expect(() => parse({ model })).toThrow(refusal(message))
})

test.each<[object, string]>([
  [{ temperature: 2.1 }, 'default.temperature: expected a number from 0 to 2, but it is 2.1.'],
  [{ temperature: -0.1 }, 'expected a number from 0 to 2'],
  [{ effort: 'hard' }, 'default.effort: expected none, minimal, low'],
  [{ can: { image: true } }, 'default.can: unknown key "image"; did you mean "images"?'],
  [{ can: { tools: 'no' } }, 'default.can.tools: expected true or false, but it is "no".'],
  [{ hooks: { afterModel: 'x' } }, 'default.hooks.afterModel: expected a function, but it is "x".'],
  [{ hooks: { after: () => {} } }, 'default.hooks: unknown key "after"; expected beforeModel'],
  [{ hooks: { hold: true } }, 'default.hooks: hold: words would wait for afterModel'],
  [{ hookTimeoutMs: 0 }, 'hookTimeoutMs: expected a whole number from 1 to 60000'],
  [{ hookTimeoutMs: 60_001 }, 'hookTimeoutMs: expected a whole number from 1 to 60000'],
  [{ system: 5 }, 'default.system: expected a text or a function, but it is 5.'],
  [{ providerOptions: { openai: 'flex' } }, 'default.providerOptions: expected an object of JSON'],
  [{ providerOptions: { openai: { at: new Date() } } }, 'expected an object of JSON'],
])('refuses %j', (settings, message) => {
  expect(() => parse({ model: 'demo', ...settings })).toThrow(refusal(message))
})

test.each([0, 2])('takes the temperature %d', (temperature) => {
  expect(parse({ temperature }).settings).toEqual({ temperature })
})

test('fallback and the model of titles are models like any other', () => {
  const parsed = parse({ fallback: 'local/small', titleModel: openai('nano') })
  const settings = { providers: { OPENAI_API_KEY: 'k' } }

  expect(choiceName(parsed.fallback)).toBe('local/small')
  expect(choiceName(parsed.titleModel)).toBe('openai.responses/nano')
  expect(() => checkAssistant(parsed, {})).not.toThrow()
  expect(() => parse({ fallback: 'x/y' })).toThrow(refusal('default.fallback: expected openai/'))
  expect(() => parse({ titleModel: 5 })).toThrow(refusal('default.titleModel: expected a model'))
  expect(() => checkAssistant(parse({ titleModel: 'anthropic/a' }), settings)).toThrow('ANTHROPIC')
})

test.each(['openai/gpt-5', 'local/small', openai('nano')])(
  'a model is no fallback of itself: %s',
  (model) => {
    const settings = { providers: { OPENAI_API_KEY: 'k' } }
    const check = (fallback: unknown) => checkAssistant(parse({ model, fallback }), settings)

    expect(() => check(model)).toThrow('fallback: it is the model itself')
    expect(() => check('openai/other')).not.toThrow()
  },
)

test('hooks are kept as they are', () => {
  const hooks = { beforeModel() {}, afterModel() {}, onToolResult() {}, hold: true }

  expect(parse({ hooks, hookTimeoutMs: 60_000 })).toMatchObject({ hooks, hookTimeoutMs: 60_000 })
  expect(parse({ hookTimeoutMs: 1 })).toMatchObject({ hookTimeoutMs: 1 })
})

test('an effort is refused with a model that cannot be told of it', () => {
  const effort = 'low'
  const older = parse({ model: createOpenAI6({ apiKey: 'k' }).chat('gpt-4'), effort })
  const newest = parse({ model: openai('gpt-5'), effort })

  expect(() => checkAssistant(older, {})).toThrow(
    'effort: the model openai.chat/gpt-4 has specification version v3, which knows no effort.',
  )
  expect(() => checkAssistant(newest, {})).not.toThrow()
})

test.each<[unknown, string]>([
  [{ openai: local }, 'providers.openai: "openai" is not a name; expected 1 to 64 letters'],
  [{ demo: local }, 'providers.demo: "demo" is not a name'],
  [{ 'a b': local }, '"a b" is not a name'],
  [{ [`a${'b'.repeat(64)}`]: local }, 'is not a name'],
  [{ local: {} }, 'providers.local.baseUrl: is missing.'],
  [{ local: { ...local, url: 'x' } }, 'providers.local: unknown key "url"; expected baseUrl, key'],
  [{ local: { baseUrl: 'localhost:1' } }, 'providers.local.baseUrl: expected an http or https'],
  [{ local: { baseUrl: 'http://a:b@host/v1' } }, 'expected an http or https address'],
  [{ local: { baseUrl: 'http://host/v1?key=1' } }, 'expected an http or https address'],
  [
    { local: { ...local, api: 'grpc' } },
    'local.api: expected openai-compatible, openai, anthropic',
  ],
])('refuses the providers %j', (providers, message) => {
  expect(() => parse({ model: 'demo' }, providers)).toThrow(refusal(message))
})

test('a refusal of a key or a header does not repeat it', () => {
  for (const more of [{ key: 'canary key' }, { headers: { 'x-a': 'canary\n' } }]) {
    let message = ''
    try {
      parse({ model: 'demo' }, { local: { ...local, ...more } })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(/expected a key without spaces|expected at most 32 headers/)
    expect(message).not.toContain('canary')
  }
})

test('headers of a provider count as secrets like those of the environment: no plain words', () => {
  const headers = { 'x-team': 'support', 'x-key': 'abc', 'x-config': 'pc-12ab' }
  const { model } = parse({ model: 'a/b' }, { a: { ...local, headers } })

  expect(choiceSecrets(model!)).toEqual(['abc', 'pc-12ab'])
})

test(`a provider has at most ${HEADERS_MAX} headers, which count as secrets as its key does`, () => {
  const headersOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, `value${index}`]))
  const providers = (count: number) => ({ a: { ...local, key: 'k1', headers: headersOf(count) } })
  const { model } = parse({ model: 'a/b' }, providers(HEADERS_MAX))

  expect(choiceSecrets(model!)).toEqual(['k1', ...Object.values(headersOf(HEADERS_MAX))])
  expect(() => parse({ model: 'a/b' }, providers(HEADERS_MAX + 1))).toThrow('at most 32 headers')
})
