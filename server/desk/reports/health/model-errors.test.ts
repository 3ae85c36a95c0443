import { expect, test } from 'vitest'
import { createModelErrors, MODEL_ERRORS_MAX } from './model-errors.ts'

const entry = (n: number) =>
  ({ event: 'model_failed', model: 'openai/gpt-5', detail: `Trouble ${n}` }) as const

test('the oldest error makes room for one that is too many', () => {
  const errors = createModelErrors(() => 0)
  for (let n = 1; n <= MODEL_ERRORS_MAX; n++) errors.note(entry(n))
  expect(errors.list().at(-1)?.words).toBe('Trouble 1')

  errors.note(entry(1))
  expect(errors.list()[0]).toMatchObject({ words: 'Trouble 1', count: 2 })
  errors.note(entry(MODEL_ERRORS_MAX + 1))

  expect(errors.list()).toHaveLength(MODEL_ERRORS_MAX)
  expect(errors.list().at(-1)?.words).toBe('Trouble 3')
})
