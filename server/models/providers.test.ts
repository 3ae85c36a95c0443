import { expect, test } from 'vitest'
import { createModel } from './create-assistants.ts'
import { operatorTopics } from './demo-guide-operator.ts'
import {
  modelSecrets,
  PROVIDER_SETTINGS,
  PROVIDERS,
  type Provider,
  type ProviderTexts,
} from './providers.ts'

const example = 'https://models.example/v1'
const textsOf = ({ settings }: Provider) =>
  Object.fromEntries(
    settings.map(({ name, isSecret, isHeaders }) => [
      name,
      isSecret ? 'a key' : isHeaders ? '{"x-team":"shop"}' : example,
    ]),
  )

function refusalOf(model: string, providers: ProviderTexts): string | undefined {
  try {
    createModel({ model, providers })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test.each(PROVIDERS)(
  '$name answers with its settings, and names the one that is missing',
  (row) => {
    const providers = textsOf(row)
    const model = `${row.name}/some`

    expect(createModel({ model, providers }).name).toBe(model)
    expect(row.settings.some(({ isNeeded }) => isNeeded)).toBe(true)
    for (const { name, isNeeded } of row.settings) {
      const refusal = refusalOf(model, { ...providers, [name]: ' ' })
      const words = `${name} is not set, but the model ${row.name}/… needs`
      expect([name, refusal?.includes(words) ?? false]).toEqual([name, isNeeded])
    }
  },
)

test('the guide of the demo model compares all providers', () => {
  const { text } = operatorTopics.find(({ id }) => id === 'compare')!

  for (const { name, goesTo, settings } of PROVIDERS) {
    const line = text.split('\n').find((each) => each.startsWith(`| \`${name}/<model>\` |`))
    expect(line).toContain(goesTo)
    for (const setting of settings.filter(({ isNeeded }) => isNeeded)) {
      expect(line).toContain(`\`${setting.name}\``)
    }
  }
})

test('a setting that several providers share is one setting', () => {
  const names = PROVIDER_SETTINGS.map(({ name }) => name)

  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name === 'OPENAI_API_KEY')).toHaveLength(1)
  expect(new Set(PROVIDERS.map(({ name }) => name)).size).toBe(PROVIDERS.length)
})

test('only a server of one’s own has time to load its model', () => {
  const limitsOf = (row: Provider) => row.chooseModel('some', textsOf(row)).limits

  expect(Object.fromEntries(PROVIDERS.map((row) => [row.name, limitsOf(row)]))).toEqual({
    openai: {},
    anthropic: {},
    'openai-compatible': { firstByteMs: 300_000, gapMs: 120_000 },
  })
})

test.each(['x-team: shop', '{"Host":"x"}', '{"x":1}', '[]'])(
  'refuses the further headers %s without repeating them',
  (text) => {
    const [{ name: model }] = PROVIDERS as [Provider]
    const refusal = refusalOf(`${model}/some`, { OPENAI_API_KEY: 'k', OPENAI_HEADERS: text })

    expect(refusal).toMatch(/^OPENAI_HEADERS is not a JSON object of at most 32 headers/)
    expect(refusal).not.toContain(text)
  },
)

test('redacts keys and secret headers', () => {
  const headers = '{"x-provider":"openai","x-api-key":"sesame-1"}'

  expect(modelSecrets({ providers: { OPENAI_API_KEY: 'k', OPENAI_HEADERS: headers } })).toEqual([
    'k',
    'sesame-1',
  ])
})
