import { APICallError } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { chooseTools } from './choose-tools.ts'

const declared = ['order', 'search_knowledge'].map((name) => ({
  type: 'function' as const,
  name,
  inputSchema: { type: 'object' as const },
}))
const refusal = (statusCode: number) =>
  new APICallError({
    message: 'Thinking may not be enabled when tool_choice forces tool use.',
    url: 'https://model.example',
    requestBodyValues: {},
    statusCode,
    responseBody: '{"error":{"message":"tool_choice is not supported"}}',
  })

/** The choices with which a model was asked. */
async function choicesOf(isAlone: boolean, fails: (call: number) => Error | undefined) {
  const asked: unknown[] = []
  const duty = { toolName: 'search_knowledge', isAlone }
  const answer = chooseTools(declared, duty, async ({ tools = [], toolChoice }) => {
    asked.push([tools.map(({ name }) => name), toolChoice?.type])
    const error = fails(asked.length)
    if (error) throw error
    return 'answer'
  })
  return { answer: await answer.catch((error: unknown) => error), asked }
}

test('a duty is the choice of its tool, among all or alone', async () => {
  expect((await choicesOf(false, () => undefined)).asked).toEqual([
    [['order', 'search_knowledge'], 'tool'],
  ])
  expect((await choicesOf(true, () => undefined)).asked).toEqual([[['search_knowledge'], 'tool']])
})

test('a model that refuses the choice is asked without it, and any other failure is told', async () => {
  const { answer, asked } = await choicesOf(true, (call) => (call === 1 ? refusal(400) : undefined))
  expect(answer).toBe('answer')
  expect(asked).toEqual([
    [['search_knowledge'], 'tool'],
    [['search_knowledge'], 'auto'],
  ])
  const busy = refusal(503)
  expect(await choicesOf(true, () => busy)).toMatchObject({ answer: busy, asked: [{}] })
})
