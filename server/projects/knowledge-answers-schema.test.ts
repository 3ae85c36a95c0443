import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import {
  PASSAGE_CHARACTERS_LEAST,
  PASSAGE_CHARACTERS_MOST,
  SEARCHES_MOST,
  TRUSTED_TOOLS_MAX,
} from './knowledge-answers-schema.ts'
import { parseConfig } from './parse-config.ts'

const shop = (block: unknown) =>
  parseConfig({ projects: { shop: block } }, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
const refusal = (message: string) =>
  expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(message) })
const tool = { name: 'a', parameters: { type: 'object' }, execute: () => null }

test('answers from knowledge have bounds', () => {
  const answers = (block: unknown) => () => shop({ knowledgeAnswers: block })
  const names = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
  for (const fits of [
    { searches: 1 },
    { searches: SEARCHES_MOST },
    { characters: PASSAGE_CHARACTERS_LEAST },
    { characters: PASSAGE_CHARACTERS_MOST },
    { trustedTools: names(TRUSTED_TOOLS_MAX) },
  ]) {
    expect(answers(fits)).not.toThrow()
  }
  for (const [wrong, message] of [
    [{ searches: 0 }, 'expected a whole number from 1 to 20'],
    [{ searches: SEARCHES_MOST + 1 }, 'expected a whole number from 1 to 20'],
    [{ characters: PASSAGE_CHARACTERS_LEAST - 1 }, 'from 1000 to 60000'],
    [{ characters: PASSAGE_CHARACTERS_MOST + 1 }, 'from 1000 to 60000'],
    [{ trustedTools: names(TRUSTED_TOOLS_MAX + 1) }, 'at most 64'],
    [{ trustedTools: ['no name'] }, 'expected 1 to 64 letters'],
    [{ onlyFromKnowledge: 'yes' }, 'expected true or false'],
  ] as const) {
    expect(answers(wrong)).toThrow(refusal(message))
  }
})

test('a scope is one of four', () => {
  expect(() => shop({ assistants: { default: { tools: [{ ...tool, scope: 'all' }] } } })).toThrow(
    refusal('expected read, write, navigate, sensitive'),
  )
})
