import { expect, test } from 'vitest'
import { createModel } from './create-assistants.ts'
import { operatorTopics } from './demo-guide-operator.ts'
import { PROVIDER_SETTINGS, PROVIDERS, type Provider, type ProviderTexts } from './providers.ts'

const example = 'https://models.example/v1'
const textsOf = ({ settings }: Provider) =>
  Object.fromEntries(settings.map(({ name, isSecret }) => [name, isSecret ? 'a key' : example]))

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
    const refusals = row.settings.map(({ name }) => refusalOf(model, { ...providers, [name]: ' ' }))
    const sentences = row.settings.map(({ name, isNeeded }) =>
      isNeeded ? `${name} is not set, but the model ${row.name}/… needs` : undefined,
    )
    const beginnings = refusals.map((refusal, index) =>
      refusal?.includes(sentences[index] ?? '') === true ? sentences[index] : refusal,
    )
    expect(beginnings).toEqual(sentences)
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
