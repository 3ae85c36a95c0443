import { expect, test } from 'vitest'
import { checkAssistant, createAssistants, type AssistantSource } from './create-assistants.ts'
import { DEMO_MODEL_NAME } from './demo-model.ts'

const source: AssistantSource = {
  model: undefined,
  system: 'Be brief.',
  tools: [],
  maxSteps: 5,
  maxOutputTokens: 100,
  takesClientSystem: false,
}
const settings = { openaiApiKey: 'key', model: 'openai/other' }

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
  const tool = { name: 'stock', parameters: { type: 'object', if: {} }, execute: () => 1 }

  expect(() => checkAssistant(source, settings)).not.toThrow()
  expect(() => checkAssistant({ ...source, model: 'nobody/x' }, settings)).toThrow(/nobody\/x/)
  expect(() => checkAssistant({ ...source, tools: [tool] }, settings)).toThrow(/tool stock/)
})
