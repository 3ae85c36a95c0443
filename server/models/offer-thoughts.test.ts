import { APICallError, type LanguageModelV4Prompt } from '@ai-sdk/provider'
import { MockLanguageModelV4, convertArrayToReadableStream } from 'ai/test'
import { expect, test } from 'vitest'
import { offerThoughts } from './offer-thoughts.ts'

const PROMPT: LanguageModelV4Prompt = [
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Plain.' },
      { type: 'reasoning', text: 'Signed.', providerOptions: { some: { signature: 's' } } },
      { type: 'text', text: 'Said.' },
    ],
  },
]

/** A model that refuses its first calls so. */
function createRefusing(statusCode: number, responseBody: string, count = 1) {
  const asked: LanguageModelV4Prompt[] = []
  const model = offerThoughts(
    new MockLanguageModelV4({
      async doStream({ prompt }) {
        asked.push(prompt)
        if (asked.length > count) return { stream: convertArrayToReadableStream([]) }
        throw new APICallError({
          message: 'refused',
          url: '',
          requestBodyValues: {},
          statusCode,
          responseBody,
        })
      },
    }),
  )
  const textsOf = () =>
    asked.map(([message]) =>
      message?.role === 'assistant'
        ? message.content.map((part) => ('text' in part ? part.text : part.type))
        : [],
    )
  return { ask: () => model.doStream({ prompt: PROMPT }), textsOf }
}

const WHOLE = ['Plain.', 'Signed.', 'Said.']

test.each([
  [400, "property 'reasoning_content' is unsupported"],
  [422, '{"loc":["messages",1,"reasoning_content"],"msg":"Extra inputs are not permitted"}'],
])('after a refusal %i of a thought it is left out, then and later', async (status, words) => {
  const { ask, textsOf } = createRefusing(status, words)

  await ask()
  await ask()

  expect(textsOf()).toEqual([WHOLE, ['Signed.', 'Said.'], ['Signed.', 'Said.']])
})

test.each([
  [400, 'thinking is enabled but reasoning_content is missing in assistant tool call message'],
  [400, 'The `reasoning_content` in the thinking mode must be passed back to the API.'],
  [400, 'messages: at most 100'],
  [500, "property 'reasoning_content' is unsupported"],
])('a failure %i that says %s is passed on', async (status, words) => {
  const { ask, textsOf } = createRefusing(status, words)

  await expect(ask()).rejects.toThrow('refused')
  await ask()

  expect(textsOf()).toEqual([WHOLE, WHOLE])
})

test('a refusal that quotes the name and has another reason leaves no thought out later', async () => {
  const { ask, textsOf } = createRefusing(400, 'blocked: "what is reasoning_content?"', 2)

  await expect(ask()).rejects.toThrow('refused')
  await ask()

  expect(textsOf()).toEqual([WHOLE, ['Signed.', 'Said.'], WHOLE])
})
