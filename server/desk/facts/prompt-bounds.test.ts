import { expect, test } from 'vitest'
import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { createAnswerRecorder, RECORDED_CALLS_MAX } from '../../models/answer-record.ts'
import {
  describePrompts,
  PROMPT_BYTES_MAX,
  PROMPT_TEXT_MAX_CHARACTERS,
} from './describe-prompts.ts'

const system = (content: string): LanguageModelV4Message => ({ role: 'system', content })

/** The texts of a prompt as they are kept, in order. */
function keptOf(prompt: readonly LanguageModelV4Message[]): readonly string[] {
  const steps = describePrompts([{ model: 'm', prompt: [...prompt], tools: [] }])
  let next = steps.next()
  while (!next.done) next = steps.next()
  const { steps: described, texts } = next.value
  return described[0]!.messages.map(({ hash }) => texts.get(hash) ?? '')
}

test('of an answer fifty calls are recorded', () => {
  const { record, asked } = createAnswerRecorder()
  for (let call = 0; call <= RECORDED_CALLS_MAX; call += 1) {
    asked({ model: `m${call}`, prompt: [], tools: [] })
    expect(record.calls).toHaveLength(Math.min(call + 1, RECORDED_CALLS_MAX))
  }
  expect([RECORDED_CALLS_MAX, record.calls.at(-1)?.model]).toEqual([50, 'm49'])
})

test('of a text 32,000 characters are kept, and how many are not', () => {
  const whole = 'x'.repeat(PROMPT_TEXT_MAX_CHARACTERS)
  expect(whole).toHaveLength(32_000)
  expect(keptOf([system(whole), system(`${whole}y`)])).toEqual([
    whole,
    `${whole}… (not kept: 1 characters)`,
  ])
})

test('no part of a number stays in a kept text that the cut would go through', () => {
  const card = '4111 1111 1111 1111'
  for (let shown = 1; shown < card.length; shown++) {
    const before = 'a '.repeat(PROMPT_TEXT_MAX_CHARACTERS).slice(0, 32_000 - shown)
    const [kept] = keptOf([system(`${before}${card} end`)])
    expect(kept).toBe(`${before}… (not kept: ${card.length + 4} characters)`)
  }
  const whole = 'a '.repeat(PROMPT_TEXT_MAX_CHARACTERS).slice(0, 32_000 - card.length) + card
  expect(keptOf([system(`${whole} end`)])).toEqual([`${whole}… (not kept: 4 characters)`])
})

test('of the texts of an answer 512 KiB are kept; shorter ones behind may still find room', () => {
  const texts = Array.from({ length: PROMPT_BYTES_MAX / 16_384 }, (_, index) =>
    String.fromCodePoint(0x40 + index).repeat(16_384),
  )
  const full = texts.map(system)
  expect(keptOf(full)).toEqual(texts)
  expect(keptOf([...full, system('z')]).at(-1)).toBe('(not kept: 1 characters)')
  const almost = [...full.slice(0, -1), system('ä'.repeat(8_191)), system('12'), system('123')]
  expect(keptOf(almost).slice(-2)).toEqual(['12', '(not kept: 3 characters)'])
})
