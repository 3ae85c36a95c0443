import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import {
  checkAssistant,
  createAssistants,
  createModel,
  createRedactor,
  type AssistantSource,
} from './create-assistants.ts'
import { DEMO_MODEL_NAME } from './demo-model.ts'
import type { ModelSettings } from './providers.ts'

const source: AssistantSource = {
  model: undefined,
  system: 'Be brief.',
  tools: [],
  maxSteps: 5,
  maxOutputTokens: 100,
  takesClientSystem: false,
}
const settings = { providers: { OPENAI_API_KEY: 'key' }, model: 'openai/other' }

function assistantsOf(sources: Readonly<Record<string, AssistantSource>>) {
  return createAssistants({
    configOf: async (project, id) => sources[`${project}/${id}`],
    settings,
    postTool: () => Promise.reject(new Error('no network')),
  })
}

test('finds an assistant by its project and its id', async () => {
  const assistants = assistantsOf({ 'shop/default': source })

  const { model, ...rest } = (await assistants.find('shop', 'default'))!
  const { model: _, ...expected } = source
  expect(rest).toEqual(expected)
  expect(model.name).toBe(DEMO_MODEL_NAME)
  expect(await assistants.find('shop', 'other')).toBeUndefined()
  expect(await assistants.find('elsewhere', 'default')).toBeUndefined()
})

test('makes a model once for all assistants that name it', async () => {
  const real = { ...source, model: 'openai/gpt-5' }
  const assistants = assistantsOf({ 'a/x': real, 'b/y': { ...real }, 'a/demo': source })

  const [x, y, demo] = await Promise.all([
    assistants.find('a', 'x'),
    assistants.find('b', 'y'),
    assistants.find('a', 'demo'),
  ])

  expect(x?.model.name).toBe('openai/gpt-5')
  expect(y?.model).toBe(x?.model)
  expect(demo?.model).not.toBe(x?.model)
})

test('says what keeps an assistant from answering', () => {
  const tool = { name: 'stock', parameters: { type: 'object', not: [] }, execute: () => 1 }

  expect(() => checkAssistant(source, settings)).not.toThrow()
  expect(() => checkAssistant({ ...source, model: 'nobody/x' }, settings)).toThrow(/nobody\/x/)
  expect(() => checkAssistant({ ...source, tools: [tool] }, settings)).toThrow(/tool stock/)
  const own = { ...tool, name: 'search_knowledge' }
  expect(() => checkAssistant({ ...source, tools: [own] }, settings)).toThrow(/Alcove’s own/)
})

function refusal(settings: ModelSettings): AlcoveError {
  try {
    createModel(settings)
  } catch (error) {
    if (error instanceof AlcoveError) return error
  }
  throw new Error('the settings were taken')
}

test.each([{}, { model: '' }, { model: '  ' }, { model: 'demo' }])(
  'answers by itself without a model: %j',
  (settings) => {
    expect(createModel(settings).name).toBe('demo')
  },
)

test.each<ModelSettings>([
  { model: 'openai/gpt-5', providers: { OPENAI_API_KEY: 'k' } },
  { model: 'anthropic/claude-sonnet-4-5', providers: { ANTHROPIC_API_KEY: 'k' } },
  {
    model: 'openai-compatible/meta-llama/Llama-3',
    providers: { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' },
  },
])('takes a model of a known provider: $model', (settings) => {
  expect(createModel(settings).name).toBe(settings.model)
})

test.each(['gpt-5', 'demo/x', 'Demo', 'mistral/large', 'openai/', '/gpt-5', 'openai'])(
  'refuses the model %j with what was expected',
  (model) => {
    const { code, message } = refusal({ model, providers: { OPENAI_API_KEY: 'k' } })

    expect(code).toBe('config_invalid')
    expect(message).toContain(`ALCOVE_MODEL is "${model}"`)
    expect(message).toContain('anthropic/<model>')
  },
)

test.each<[ModelSettings, string]>([
  [{ model: 'openai/gpt-5' }, 'OPENAI_API_KEY'],
  [{ model: 'openai/gpt-5', providers: { OPENAI_API_KEY: ' ' } }, 'OPENAI_API_KEY'],
  [{ model: 'anthropic/claude', providers: { OPENAI_API_KEY: 'k' } }, 'ANTHROPIC_API_KEY'],
  [{ model: 'openai-compatible/any', providers: { OPENAI_API_KEY: 'k' } }, 'OPENAI_BASE_URL'],
])('names the variable that is missing: %j', (settings, variable) => {
  expect(refusal(settings)).toMatchObject({ code: 'config_invalid' })
  // The model may be an assistant's own: the error names ALCOVE_MODEL only if it was used.
  const [provider] = settings.model?.split('/') ?? []
  expect(refusal(settings).message).toContain(
    `${variable} is not set, but the model ${provider}/… needs`,
  )
})

test.each(['localhost:11434', 'ftp://host/v1', 'nonsense', 'http://host/v1?a=b', 'http://host/#x'])(
  'refuses the address %j',
  (address) => {
    const { message } = refusal({
      model: 'openai-compatible/any',
      providers: { OPENAI_BASE_URL: address },
    })

    expect(message).toContain('OPENAI_BASE_URL is "')
    expect(message).toContain('expected is an http or https address')
  },
)

test('never repeats a secret in a refusal', () => {
  const refusals = [
    refusal({ model: 'canary-key', providers: { OPENAI_API_KEY: 'canary-key' } }),
    refusal({
      model: 'openai-compatible/a',
      providers: { OPENAI_BASE_URL: 'http://u:canary-key@host/v1' },
    }),
    refusal({
      model: 'openai-compatible/a',
      providers: { OPENAI_BASE_URL: 'http://host/v1?key=canary-key' },
    }),
  ]

  for (const { message, hint } of refusals) expect(`${message} ${hint}`).not.toContain('canary')
})

test('takes out every known secret, wherever it stands', () => {
  const redact = createRedactor(['top.secret*', ''])

  expect(redact('top.secret* and xtop.secret*x')).toBe('[redacted] and x[redacted]x')
})

test.each([
  'sk-abc123def456',
  'sk-proj-abc123def456',
  'Bearer abc123def456',
  'api_key-abc123def456',
  'Basic dXNlcjpwYXNz',
  'api 12abcdef',
])('takes out what looks like a key: %s', (secret) => {
  expect(createRedactor([])(`Wrong key "${secret}".`)).not.toContain(secret)
})

test.each([
  'The model gpt-5 is overloaded, status 529, see https://example.com/help.',
  'The API key provided is incorrect: its key expired yesterday.',
])('leaves other words alone: %s', (text) => {
  expect(createRedactor(['k3y-value'])(text)).toBe(text)
})
