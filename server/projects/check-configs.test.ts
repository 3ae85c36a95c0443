import { expect, test } from 'vitest'
import { checkConfigs } from './check-configs.ts'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { parseConfig } from './parse-config.ts'

const rows = (...ids: string[]) => ({
  projects: {
    list: () =>
      Promise.resolve(
        ids.map((text) => {
          const [id = '', state] = text.split(' ')
          return { id, name: id, createdAt: '', suspendedAt: state === undefined ? null : state }
        }),
      ),
  },
})

/** @param ids of rows; `shop off` is suspended. */
const check = (assistants: object, ...ids: string[]) =>
  checkAll({ shop: { ...HOSTS, assistants } }, ...ids)

const HOSTS = { hosts: ['https://shop.example'] }

const checkAll = (projects: object, ...ids: string[]) => checkIn(LOCAL, projects, ...ids)
const LOCAL = { isProduction: false }

function checkIn(settings: Parameters<typeof checkConfigs>[1], projects: object, ...ids: string[]) {
  const warnings: string[] = []
  const config = { projects }
  const configs = parseConfig(config, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
  const log = { warn: (_: object, text: string) => void warnings.push(text) }
  return checkConfigs(configs, settings, rows(...ids) as never, log).then(() => warnings)
}

test('accepts assistants that can answer', async () => {
  const tool = { name: 'status', parameters: { type: 'object' }, execute: () => 'fine' }

  expect(await check({ default: { tools: [tool] } }, 'shop')).toEqual([])
})

test('refuses a tool whose schema cannot be checked, naming the assistant', async () => {
  const tool = {
    name: 'status',
    parameters: { type: 'object', $ref: '#/nowhere' },
    execute: () => 'fine',
  }

  await expect(check({ default: {}, helper: { tools: [tool] } }, 'shop')).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(/^projects\.shop\.assistants\.helper: .*status/),
  })
})

test('refuses a model whose key is missing, naming the setting', async () => {
  await expect(check({ default: { model: 'openai/x' } }, 'shop')).rejects.toThrow('OPENAI_API_KEY')
})

test('refuses a judge of cases whose key is missing, naming the setting', async () => {
  const refused = checkAll({ shop: { ...HOSTS, cases: { judge: 'openai/x' } } }, 'shop')
  await expect(refused).rejects.toThrow(/^projects\.shop\.cases\.judge: .*OPENAI_API_KEY/)
})

test('names the assistant whose model has no key, and no setting that is not set', async () => {
  const refused = check({ default: { model: 'openai/x' } }, 'shop')

  await expect(refused).rejects.toThrow(
    'projects.shop.assistants.default: OPENAI_API_KEY is not set, but the model openai/… needs a key.',
  )
})

test('warns of a block whose project does not exist yet, with the command that makes it', async () => {
  const [warning, ...others] = await checkAll({ shop: HOSTS, ghost: {} }, 'default', 'shop')

  expect(warning).toContain('npm run alcove -- project create ghost')
  expect(others).toEqual([])
})

test('warns of a project without a block once there are blocks', async () => {
  const rows = ['default', 'shop', 'blog', 'old off']

  const [warning, ...others] = await checkAll({ shop: HOSTS }, ...rows)

  expect(warning).toContain('project "blog" has no block in alcove.config.ts')
  expect(others).toEqual([])
  expect(await checkAll({}, ...rows)).toEqual([])
})

test('warns of a block without hosts, unless the environment names them or the project is suspended', async () => {
  const blocks = {
    shop: { hosts: [] },
    blog: { hosts: ['https://blog.example'] },
    old: {},
    default: {},
  }

  expect(await checkAll(blocks, 'default', 'shop', 'blog', 'old off')).toEqual([
    `project "shop" has no hosts in alcove.config.ts: no page may embed it; name the origins of its pages, such as hosts: ['https://shop.example']`,
  ])
})

const NO_MODEL =
  'Others can reach this server, but it has no model to answer them: name one in ALCOVE_MODEL, or write ALCOVE_MODEL=demo for the built-in demo model.'
const named = { default: { model: 'demo' } }

test.each([
  ['nothing names one', {}, ['default']],
  ['a project has no block', { default: { assistants: named } }, ['default', 'shop']],
  ['an assistant has none', { default: { assistants: { ...named, helper: {} } } }, ['default']],
])('in production a server where %s does not start', async (_, projects, ids) => {
  const start = (model: string | undefined, isProduction: boolean) =>
    checkIn({ model, isProduction }, projects, ...ids).then(() => 'started')

  await expect(start(undefined, true)).rejects.toMatchObject({
    code: 'config_invalid',
    message: NO_MODEL,
  })
  expect(await start('demo', true)).toBe('started')
  expect(await start(undefined, false)).toBe('started')
})

test('in production it is enough that every assistant names its model', async () => {
  const production = { isProduction: true }
  const projects = { default: { assistants: named } }

  expect(await checkIn(production, projects, 'default', 'old off')).toEqual([])
})

test('refuses answers from knowledge alone by a model that cannot search', async () => {
  const settings = { ...LOCAL, model: 'openai/o1-mini', providers: { OPENAI_API_KEY: 'k' } }
  const knowledgeAnswers = { onlyFromKnowledge: true }
  const start = (block: object) => checkIn(settings, { shop: { ...HOSTS, ...block } }, 'shop')

  // Without a block of its assistant, too: the model is that of the environment.
  for (const block of [{ knowledgeAnswers }, { knowledgeAnswers, assistants: { default: {} } }]) {
    await expect(start(block)).rejects.toMatchObject({
      message:
        'projects.shop.assistants.default: onlyFromKnowledge: the model openai/o1-mini cannot call tools, and so cannot search.',
      hint: expect.stringContaining('leave onlyFromKnowledge out') as string,
    })
  }
  expect(await start({})).toEqual([])
  const can = { default: { can: { tools: true } } }
  expect(await start({ knowledgeAnswers, assistants: can })).toEqual([])
})
