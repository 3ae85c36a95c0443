import { expect, test } from 'vitest'
import type { CaseAnswer } from './answer-case.ts'
import { writtenIdOf } from '../knowledge/written/written-answer.ts'
import { judgeByRules, type CaseExpects } from './judge-case.ts'

const ANSWER: CaseAnswer = {
  text: 'You may return goods within 30 days, free of charge.',
  model: 'openai/any',
  error: null,
  sources: [{ title: 'Returns', url: 'https://shop.example/returns#time' }],
  citedIds: [writtenIdOf({ name: 'Sale' })],
  calls: [{ name: 'order_status', args: '{}', result: '"sent"', hasRun: true, isError: false }],
  isUnanswered: false,
  firstWordMs: 1,
  wholeMs: 2,
  inputTokens: 3,
  outputTokens: 4,
  cost: null,
}
const NOTHING: CaseExpects = { facts: [], forbidden: [], sources: [], tools: [] }
const isMet = async (expects: Partial<CaseExpects>, answer: Partial<CaseAnswer> = {}) => {
  const checks = await judgeByRules({ ...NOTHING, ...expects }, { ...ANSWER, ...answer })
  return checks.map((check) => check.isMet)
}

test('an answer without expectations has nothing to fail', async () => {
  expect(await isMet({})).toEqual([])
})

test.each<[Partial<CaseExpects>, boolean]>([
  [{ facts: ['30 days'] }, true],
  [{ facts: ['Within 30 DAYS, frée'] }, true],
  [{ facts: ['30 weeks'] }, false],
  // Words in a row: "30 charge" is no statement of it.
  [{ facts: ['30 charge'] }, false],
  // Whole words: "art" is not in "charge".
  [{ facts: ['char'] }, false],
  [{ forbidden: ['refund'] }, true],
  [{ forbidden: ['FREE of charge'] }, false],
  [{ sources: ['returns'] }, true],
  [{ sources: ['https://shop.example/returns'] }, true],
  [{ sources: ['https://shop.example/returns/'] }, true],
  [{ sources: ['https://shop.example/prices'] }, false],
  [{ sources: ['Sale'] }, true],
  [{ sources: ['Winter sale'] }, false],
  [{ tools: ['order_status'] }, true],
  [{ tools: ['cancel_order'] }, false],
  [{ language: 'en' }, true],
  [{ language: 'de' }, false],
  [{ maxCharacters: 52 }, true],
  [{ maxCharacters: 51 }, false],
  [{ unanswered: false }, true],
  [{ unanswered: true }, false],
])('%j is met: %s', async (expects, expected) => {
  expect(await isMet(expects)).toEqual([expected])
})

test.each([
  ['返品は30日以内に無料でできます', '30日以内', 'ja'],
  ['คุณสามารถคืนสินค้าได้ภายใน 30 วัน', 'คืนสินค้า', 'th'],
  ['您可以在三十天内免费退货', '免费退货', 'zh'],
])('facts and language of a script without spaces: %s', async (text, fact, language) => {
  expect(await isMet({ facts: [fact], language }, { text })).toEqual([true, true])
  expect(await isMet({ facts: ['靴 zebra'], language: 'en' }, { text })).toEqual([false, false])
})

test('an answer that ended with an error has failed, whatever is expected', async () => {
  expect(await isMet({}, { error: 'No answer of the provider.' })).toEqual([false])
})
