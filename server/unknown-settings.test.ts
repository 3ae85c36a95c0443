import { expect, test } from 'vitest'
import { unknownSettings } from './unknown-settings.ts'

const KNOWN = new Set(['ALCOVE_MODEL', 'ALCOVE_SECRET', 'ALCOVE_HOST_SECRET', 'PORT'])

test.each([
  ['ALCOVE_MODLE', 'did you mean ALCOVE_MODEL?'],
  ['alcove_model', 'did you mean ALCOVE_MODEL?'],
  ['ALCOVE_SECRETS', 'did you mean ALCOVE_SECRET?'],
  ['ALCOVE_SOMETHING_ELSE', '.env.example lists all.'],
])('warns of %s: %s', (name, rest) => {
  expect(unknownSettings({ [name]: 'x' }, KNOWN)).toEqual([
    `${name} is set, but there is no such setting: ${rest}`,
  ])
})

test('says nothing of what is known, nor of the names of others', () => {
  const env = { ALCOVE_MODEL: 'demo', PORT: '1', OPENAI_MODEL: 'x', MY_ALCOVE_MODEL: 'x' }

  expect(unknownSettings(env, KNOWN)).toEqual([])
})
