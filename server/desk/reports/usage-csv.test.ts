import { expect, test } from 'vitest'
import { writeUsageCsv } from './usage-csv.ts'

const figures = {
  visitors: 1,
  conversations: 1,
  answers: 1,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  embeddingCalls: 0,
  embeddingTokens: 0,
  cost: null,
  unpriced: 1,
  firstWordP50Ms: null,
  firstWordP95Ms: null,
}

test.each([
  ['=HYPERLINK(1)', `'=HYPERLINK(1)`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM', `'@SUM`],
  ['=a,"b"', `"'=a,""b"""`],
  ['openai/gpt=5', 'openai/gpt=5'],
])('the name %j is no formula, and stays in its cell', (key, cell) => {
  const usage = {
    from: '2027-01-15',
    to: '2027-01-15',
    currency: 'EUR',
    total: figures,
    rows: [{ key, ...figures }],
    budgets: [],
  }
  const [, row] = writeUsageCsv(usage, 'model').split('\r\n')
  expect(row).toBe(`${cell},1,1,1,0,0,0,0,0,0,,1,,`)
})
