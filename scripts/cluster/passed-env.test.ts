import { expect, test } from 'vitest'
import { modelsTold, passedEnv } from './passed-env.ts'

test('servers get what a configuration may read, and no address but those of the cluster', () => {
  const passed = { SHOP_SECRET: 'x', ALCOVE_MODEL: 'openai/gpt-5', OPENAI_API_KEY: 'k' }
  const own = {
    PORT: '80',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgres://db/alcove',
    S3_BUCKET: 'files',
    ALCOVE_SECRET: 's',
    ALCOVE_PUBLIC_URL: 'https://chat.example.com',
  }

  expect(passedEnv({ ...passed, ...own })).toEqual({ ...passed, ALCOVE_LIMITS: '' })
})

test('limits are in force unless the operator turns them off', () => {
  expect(passedEnv({})).toEqual({ ALCOVE_LIMITS: '' })
  expect(passedEnv({ ALCOVE_LIMITS: 'off' })).toEqual({ ALCOVE_LIMITS: 'off' })
})

test('the models are those of the line that a server writes at its start', () => {
  const line = '{"level":"info","port":1,"models":["demo","tiny/tiny"],"msg":"listening"}'

  expect(modelsTold(`{"msg":"first"}\n${line}\n`)).toBe('demo, tiny/tiny')
})
