import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../../limits/limit-table.ts'
import { parseConfig } from '../parse-config.ts'
import { diffConfigs } from './diff-configs.ts'

const SECRET = 's'.repeat(32)
const OTHER_SECRET = 't'.repeat(32)
const read = (shop: object, rest: object = {}) =>
  parseConfig({ ...rest, projects: { shop } }, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })

test('says what is new, gone and other, with values of settings', () => {
  const before = read({ look: { name: 'Shop' }, readOnly: true, hosts: ['https://a.example'] })
  const after = read({
    look: { name: 'Store', startScreen: { greeting: 'Ahoy' } },
    hosts: ['https://a.example'],
  })
  expect(diffConfigs(before, after)).toEqual([
    '~ projects.shop.look.name: "Shop" → "Store"',
    '- projects.shop.readOnly: true',
    '+ projects.shop.look.startScreen.greeting: "Ahoy"',
  ])
  expect(diffConfigs(before, before)).toEqual([])
})

test('shows no secret', () => {
  const tool = (key: string) => ({
    name: 'track',
    parameters: { type: 'object' },
    endpoint: { url: 'https://tools.example', headers: { Key: key } },
  })
  const config = (key: string) =>
    read(
      { auth: { secret: key }, assistants: { default: { tools: [tool(key)] } } },
      { providers: { local: { baseUrl: 'http://127.0.0.1:1/v1', key } } },
    )
  const lines = diffConfigs(config(SECRET), config(OTHER_SECRET))
  expect(lines).toEqual([
    '~ providers.local',
    '~ projects.shop.auth.secret',
    '~ projects.shop.assistants.default.tools',
  ])
})

test('a function is compared by its text, since each reading makes it anew', () => {
  const config = (answer: () => string) =>
    read({
      assistants: {
        default: { tools: [{ name: 'a', parameters: { type: 'object' }, execute: answer }] },
      },
    })
  const first = config(() => 'one')
  expect(
    diffConfigs(
      first,
      config(() => 'one'),
    ),
  ).toEqual([])
  expect(
    diffConfigs(
      first,
      config(() => 'two'),
    ),
  ).toEqual(['~ projects.shop.assistants.default.tools'])
})
