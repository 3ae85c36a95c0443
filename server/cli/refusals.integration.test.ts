import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorePlace, type StorePlace } from '../../scripts/store-place.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

let place: StorePlace
beforeAll(async () => {
  place = await createStorePlace('sqlite', '')
})
afterAll(() => place.remove())

test.each<[string, readonly string[], RegExp]>([
  ['a project twice', ['project', 'create', 'default'], /"default" already/],
  ['a project that is not there', ['project', 'suspend', 'defualt'], /mean "default"\?/],
  ['a key that is not there', ['key', 'revoke', 'abc'], /no key abc. Expected the id/],
  ['a key in place of its id', ['key', 'revoke', 'sk_abc'], /That is a key. Expected the id/],
])('refuses %s in one sentence', async (_, line, sentence) => {
  const result = await runAlcoveHere(place, line)

  expect(result).toMatchObject({ code: 1, out: '' })
  expect(result.err).toMatch(sentence)
  expect(result.err).not.toMatch(/\n\s+at /)
})

test.each<[string, readonly string[], RegExp]>([
  ['an id that is none', ['project', 'create', 'My Shop'], /The id is "My Shop"; expected/],
  ['a name that is none', ['project', 'create', 'n', '--name', 'a\nb'], /--name is "a\\nb"/],
  [
    'a scope that is none',
    ['key', 'create', '--project', 'default', '--scope', 'all'],
    /--scope is "all"; expected server or browser/,
  ],
  [
    'a token for too long',
    ['token', '--project', 'default', '--user', 'u', '--minutes', '16'],
    /--minutes is "16"; expected a whole number from 1 to 15/,
  ],
  [
    'a token of a user of a browser key',
    ['token', '--project', 'default', '--user', 'usr_key_a_b'],
    /given out by the server only/,
  ],
  [
    'a visitor in a workspace of another',
    ['token', '--project', 'default', '--user', 'usr_anon_a', '--workspace', 'w'],
    /given out by the server only/,
  ],
  [
    'an id with a space',
    ['token', '--project', 'default', '--user', 'a b'],
    /--user is "a b"; expected/,
  ],
])('takes %s for a mistake on the command line', async (_, line, sentence) => {
  const result = await runAlcoveHere(place, line)

  expect(result).toMatchObject({ code: 2, out: '' })
  expect(result.err).toMatch(sentence)
  expect(result.err).not.toMatch(/\n\s+at /)
})

test('signs a token of one minute, the shortest', async () => {
  const line = ['token', '--project', 'default', '--user', 'u', '--minutes']

  expect((await runAlcoveHere(place, [...line, '1'])).code).toBe(0)
  expect((await runAlcoveHere(place, [...line, '0'])).code).toBe(2)
})
