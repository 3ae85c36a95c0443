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
  ['an address that is not blocked', ['address', 'unblock', '203.0.113.7'], /is not blocked. All/],
  [
    'a block in a project that is not there',
    ['address', 'block', '203.0.113.7', '--project', 'shpo'],
    /no project "shpo"/,
  ],
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
  ...['203.0.113', 'shop.example', 'unknown', 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32)].map(
    (word): [string, readonly string[], RegExp] => [
      `an address that is none (${word})`,
      ['address', 'block', word],
      /expected an IPv4 or IPv6 address, or the key of one/,
    ],
  ),
  ...['0', '49', '1.5', 'x'].map((hours): [string, readonly string[], RegExp] => [
    `a block of ${hours} hours`,
    ['address', 'block', '203.0.113.7', `--hours=${hours}`],
    /--hours is "[^"]+"; expected a whole number from 1 to 48/,
  ]),
  [
    'a reason of two lines',
    ['address', 'block', '203.0.113.7', '--reason', 'a\nb'],
    /--reason is "a\\nb"; expected/,
  ],
  [
    'visitors who may do something else',
    ['project', 'visitors', 'default', 'off'],
    /"off": expected allowed or refused/,
  ],
  ...['0', '21', 'on', '-1'].map((bits): [string, readonly string[], RegExp] => [
    `work of ${bits} bits`,
    ['project', 'work', 'default', bits],
    bits === '-1' ? /project work/ : /expected 1 to 20, off or config/,
  ]),
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

test('blocks an address for one hour and for 48, the shortest and the longest', async () => {
  const line = ['address', 'block', '203.0.113.7', '--json', '--hours']
  const hoursOf = (out: string) => {
    const { created_at, ends_at } = JSON.parse(out) as Record<string, string>
    return Math.round((Date.parse(ends_at ?? '') - Date.parse(created_at ?? '')) / 3_600_000)
  }

  for (const hours of [1, 48]) {
    const result = await runAlcoveHere(place, [...line, String(hours)])
    expect(hoursOf(result.out)).toBe(hours)
  }
  const listed = await runAlcoveHere(place, ['address', 'list', '--json'])
  expect(JSON.parse(listed.out)).toMatchObject([
    { address: expect.stringMatching(/^[0-9a-f]{32}$/), project_id: null, everybody: false },
  ])
  expect(listed.out).not.toContain('203.0.113.7')
})

test('sets the least and the most work', async () => {
  for (const bits of ['1', '20', 'off', 'config']) {
    const line = ['project', 'work', 'default', bits]
    expect(await runAlcoveHere(place, line)).toMatchObject({ code: 0, err: '' })
  }
})
