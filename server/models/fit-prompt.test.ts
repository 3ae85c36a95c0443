import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CUT_RESULT_TEXT, fitPrompt, LEFT_OUT_TEXT, tokensOf } from './fit-prompt.ts'

const system: LanguageModelV4Message = { role: 'system', content: 'Be kind.' }
const question = (text: string): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
})
const answer = (text: string): LanguageModelV4Message => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
})
const call = (id: string): LanguageModelV4Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName: 'look', input: { id } }],
})
const result = (id: string, value: string): LanguageModelV4Message => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: id, toolName: 'look', output: { type: 'text', value } },
  ],
})
const step = (id: string, value: string) => [call(id), result(id, value)]

/** 100 tokens. */
const LONG = 'x'.repeat(300)

/** Ids of the calls with results, each marked if its result is left out or cut. */
function toldResults(prompt: LanguageModelV4Prompt): readonly string[] {
  return prompt.flatMap(({ role, content }) =>
    role === 'tool'
      ? content.flatMap((part) => {
          if (part.type !== 'tool-result' || part.output.type !== 'text') return []
          const { value } = part.output
          if (value === LEFT_OUT_TEXT) return `${part.toolCallId} left out`
          return value.endsWith(CUT_RESULT_TEXT) ? `${part.toolCallId} cut` : part.toolCallId
        })
      : [],
  )
}
const questions = (prompt: LanguageModelV4Prompt) =>
  prompt.flatMap(({ role, content }) =>
    role === 'user' ? content.map((part) => (part.type === 'text' ? part.text : '')) : [],
  )

test('a prompt that fits is told unchanged, and at one token less is shortened', () => {
  const prompt = [system, question('1'), ...step('a', LONG), answer('Yes'), question('2')]
  const size = tokensOf(prompt)

  expect(fitPrompt(prompt, size)).toEqual({ prompt, forgotten: 0 })
  const { prompt: told, forgotten } = fitPrompt(prompt, size - 1)

  expect(toldResults(told)).toEqual(['a left out'])
  expect(forgotten).toBe(0)
})

test('the oldest results are left out first, and their calls stay', () => {
  const prompt = [
    question('1'),
    ...step('a', LONG),
    ...step('b', LONG),
    answer('Yes'),
    question('2'),
    ...step('c', LONG),
    answer('Yes'),
    question('3'),
  ]

  const { prompt: told, forgotten } = fitPrompt(prompt, tokensOf(prompt) - 1)

  expect(toldResults(told)).toEqual(['a left out', 'b left out', 'c'])
  expect(told).toHaveLength(prompt.length)
  expect(forgotten).toBe(0)
})

test('then the oldest turns are dropped whole, and instructions stay', () => {
  const turns = [1, 2, 3, 4].flatMap((turn) => [question(`${turn}`), answer(LONG)])
  const prompt = [system, ...turns, question('5')]

  const { prompt: told, forgotten } = fitPrompt(prompt, tokensOf(prompt) - 140)

  expect(told[0]).toBe(system)
  expect(questions(told)).toEqual(['3', '4', '5'])
  expect(forgotten).toBe(2)
})

test('of a turn that alone is too long, the newest results stay longest', () => {
  const turn = [question('now'), ...step('a', LONG), ...step('b', LONG), ...step('c', LONG)]
  const prompt = [question('old'), answer('Yes'), ...turn]
  const told = (maxTokens: number) => fitPrompt(prompt, maxTokens).prompt

  expect(toldResults(told(tokensOf(turn) - 1))).toEqual(['a left out', 'b', 'c'])
  expect(toldResults(told(tokensOf([question('now'), ...step('c', LONG)])))).toEqual(['c'])
  expect(toldResults(told(180))).toEqual(['c cut'])
  expect(questions(told(1))).toEqual(['now'])
})

test('the next calls have the same beginning until an eighth of the window is full again', () => {
  const turn = (index: number) => [question(`${index}`), answer(LONG)]
  const starts = new Set<string | undefined>()
  const CALLS = 8
  // Each turn takes about 130 of 8,000 tokens: an eighth is full after 7 turns.
  for (let count = 70; count < 70 + CALLS; count += 1) {
    const prompt = [
      ...Array.from({ length: count }, (_, index) => turn(index)).flat(),
      question('now'),
    ]
    starts.add(questions(fitPrompt(prompt, 8_000).prompt)[0])
  }

  expect(starts.size).toBeLessThanOrEqual(3)
})

const text = fc.string({ maxLength: 400, unit: 'grapheme' })
const newestQuestion = 'The newest question'
const id = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme-ascii' })
const steps = fc
  .array(fc.array(fc.tuple(id, text), { minLength: 1, maxLength: 3 }), { maxLength: 4 })
  .map((all) =>
    all.flatMap((calls, index): LanguageModelV4Message[] => {
      const named = calls.map(([name, value], at) => ({ id: `${index}-${at}-${name}`, value }))
      return [
        {
          role: 'assistant',
          content: named.map(({ id: toolCallId }) => ({
            type: 'tool-call',
            toolCallId,
            toolName: 'look',
            input: {},
          })),
        },
        { role: 'tool', content: named.flatMap((each) => partsOf(result(each.id, each.value))) },
      ]
    }),
  )
const partsOf = (message: LanguageModelV4Message) =>
  message.role === 'tool' ? message.content : []
const pastTurn = fc
  .tuple(text, steps, text)
  .map(([asked, made, said]) => [question(`Q${asked}`), ...made, answer(`A${said}`)])

test('any conversation fits, without half a call, with the newest question', () => {
  fc.assert(
    fc.property(
      fc.array(pastTurn, { maxLength: 8 }),
      steps,
      fc.integer({ min: 0, max: 3_000 }),
      (past, current, maxTokens) => {
        const prompt = [system, ...past.flat(), question(newestQuestion), ...current]

        const { prompt: told, forgotten } = fitPrompt(prompt, maxTokens)

        const callIds = idsOf(told, 'tool-call')
        expect(idsOf(told, 'tool-result')).toEqual(callIds)
        expect(told[0]).toBe(system)
        expect(told[1]?.role).toBe('user')
        expect(questions(told)).toContain(newestQuestion)
        expect(past.length + 1 - questions(told).length).toBe(forgotten)
        expect(tokensOf(told)).toBeLessThanOrEqual(Math.max(maxTokens, leastTokens(current)))
        // A turn is forgotten only once no older result is left to leave out.
        const end = told.findIndex((each) => isQuestion(each, newestQuestion))
        const older = forgotten === 0 ? [] : told.slice(0, end)
        expect(older.filter(hasLongResult)).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

const isQuestion = (message: LanguageModelV4Message, asked: string) =>
  message.role === 'user' && questions([message])[0] === asked

/** Longer than the text in its place. */
const hasLongResult = (message: LanguageModelV4Message) =>
  partsOf(message).some(
    (part) =>
      part.type === 'tool-result' &&
      part.output.type === 'text' &&
      Buffer.byteLength(JSON.stringify(part.output.value)) >
        Buffer.byteLength(JSON.stringify(LEFT_OUT_TEXT)) + 3,
  )

const idsOf = (prompt: LanguageModelV4Prompt, type: 'tool-call' | 'tool-result') =>
  prompt.flatMap(({ role, content }) =>
    role === 'assistant' || role === 'tool'
      ? content.flatMap((part) => (part.type === type ? part.toolCallId : []))
      : [],
  )

/** Tokens of what always stays: instructions, question and the last step with its results left out. */
function leastTokens(current: readonly LanguageModelV4Message[]): number {
  const kept = current.slice(-2).map((message) =>
    message.role === 'tool'
      ? {
          ...message,
          content: message.content.flatMap((part) =>
            part.type === 'tool-result' ? partsOf(result(part.toolCallId, LEFT_OUT_TEXT)) : [],
          ),
        }
      : message,
  )
  return tokensOf([system, question(newestQuestion), ...kept])
}
