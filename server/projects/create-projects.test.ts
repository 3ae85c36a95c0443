import { beforeEach, describe, expect, test } from 'vitest'
import { LIMIT_DEFAULTS, parseLimits } from '../limits/limit-table.ts'
import { BARE_ENVIRONMENT } from '../testing/bare-environment.ts'
import { withStore } from '../testing/with-store.ts'
import { WORK_BITS } from '../../shared/proof-of-work.ts'
import { createProjects, PROJECT_CACHE_MS } from './create-projects.ts'
import { parseConfig } from './parse-config.ts'
import type { ProjectEnvironment } from './project.ts'

const BARE = { ...BARE_ENVIRONMENT, allowedHosts: ['http://localhost:*'] }
const SECRET = 's'.repeat(32)
const BLOCK_SECRET = 'b'.repeat(32)
let now = 0

const { store } = withStore('sqlite', { now: () => new Date(now), lasts: 'test' })

beforeEach(async () => {
  now = Date.parse('2026-11-21T05:00:00.000Z')
  await store.projects.create({ id: 'shop', name: 'Shop' })
})

function open(blocks: Record<string, object> = {}, environment: Partial<ProjectEnvironment> = {}) {
  const whole = { ...BARE, ...environment }
  const configs = parseConfig({ projects: blocks }, { name: 'test.ts', limits: whole.limits })
  return createProjects({
    store,
    configs: { current: configs },
    environment: whole,
    now: () => now,
  })
}

describe('whether there is a project, the store says', () => {
  test('the default one is there from the start', async () => {
    expect(await open().find('default')).toMatchObject({ id: 'default' })
  })

  test('a block without a row is not a project, and becomes one with its row', async () => {
    const projects = open({ books: { hosts: ['https://books.example'] } })

    expect(await projects.find('books')).toBeUndefined()
    await store.projects.create({ id: 'books', name: 'Books' })
    expect(await projects.find('books')).toMatchObject({ hosts: ['https://books.example'] })
  })

  test('a row without a block lets nobody embed it, and has defaults', async () => {
    expect(await open().find('shop')).toMatchObject({
      id: 'shop',
      hosts: [],
      apiOrigins: [],
      anonymous: true,
      auth: [],
      limits: LIMIT_DEFAULTS,
      readOnly: false,
    })
  })

  test('one that was switched off is gone within 5 s, and comes back as fast', async () => {
    const projects = open()
    await projects.find('shop')
    await store.projects.setSuspended('shop', true)

    now += PROJECT_CACHE_MS
    expect(await projects.find('shop')).toBeDefined()
    now += 1
    expect(await projects.find('shop')).toBeUndefined()
    expect(await projects.find('default')).toBeDefined()
    await store.projects.setSuspended('shop', false)
    now += PROJECT_CACHE_MS + 1
    expect(await projects.find('shop')).toBeDefined()
  })

  test('the operator’s switches for visitors are in effect as fast', async () => {
    const projects = open({ shop: { visitors: { proofOfWork: 'always' } } })
    expect(await projects.find('shop')).toMatchObject({ isNamedOnly: false, workBits: WORK_BITS })

    await store.projects.setNamedOnly('shop', true)
    await store.projects.setWorkBits('shop', 0)
    now += PROJECT_CACHE_MS
    expect(await projects.find('shop')).toMatchObject({ isNamedOnly: false, workBits: WORK_BITS })
    now += 1
    expect(await projects.find('shop')).toMatchObject({ isNamedOnly: true, workBits: 0 })

    await store.projects.setNamedOnly('shop', false)
    await store.projects.setWorkBits('shop', null)
    now += PROJECT_CACHE_MS + 1
    expect(await projects.find('shop')).toMatchObject({ isNamedOnly: false, workBits: WORK_BITS })
    expect(await projects.find('default')).toMatchObject({ isNamedOnly: false, workBits: 0 })
  })

  test.each(['', 'Shop', 'shop/', '../shop', 'shop\0', "shop'--", '-shop', 's'.repeat(64)])(
    'the store is not even asked for %j',
    async (id) => {
      const asked: string[] = []
      const find = (name: string) => {
        asked.push(name)
        return store.projects.find(name)
      }
      const projects = createProjects({
        store: { projects: { find }, settings: store.settings },
        configs: { current: new Map() },
        environment: BARE,
        now: () => now,
      })

      expect(await projects.find(id)).toBeUndefined()
      expect(asked).toEqual([])
      expect(await projects.find('shop')).toBeDefined()
    },
  )
})

describe('what the environment says', () => {
  test('about hosts and secrets adds to the default project only', async () => {
    const blocks = {
      default: { hosts: ['https://a.example'], auth: { secret: BLOCK_SECRET } },
      shop: { hosts: ['https://shop.example'] },
    }
    const environment = {
      allowedHosts: ['http://localhost:*', 'https://a.example'],
      hostSecret: SECRET,
    }
    const projects = open(blocks, environment)

    expect(await projects.find('default')).toMatchObject({
      hosts: ['http://localhost:*', 'https://a.example'],
      auth: [
        { type: 'secret', secret: SECRET },
        { type: 'secret', secret: BLOCK_SECRET },
      ],
    })
    expect(await projects.find('shop')).toMatchObject({
      hosts: ['https://shop.example'],
      auth: [],
    })
  })

  test('about the model is for every assistant that names none', async () => {
    const projects = open(
      { shop: { assistants: { default: { model: 'anthropic/x' }, sales: {} } } },
      { model: 'openai/gpt-5' },
    )
    const modelOf = async (id: string, assistant: string) =>
      (await projects.find(id))?.assistants.get(assistant)?.model

    expect(await modelOf('default', 'default')).toBe('openai/gpt-5')
    expect(await modelOf('shop', 'default')).toBe('anthropic/x')
    expect(await modelOf('shop', 'sales')).toBe('openai/gpt-5')
  })

  test('about the system text is for the default assistant of the default project', async () => {
    const assistants = { default: {}, sales: {} }
    const system = 'Be brief.'
    const projects = open({ default: { assistants }, shop: { assistants } }, { system })
    const systemOf = async (id: string, assistant: string) =>
      (await projects.find(id))?.assistants.get(assistant)?.system

    expect(await systemOf('default', 'default')).toBe(system)
    expect(await systemOf('default', 'sales')).toBeUndefined()
    expect(await systemOf('shop', 'default')).toBeUndefined()
    const own = open({ default: { assistants: { default: { system: 'Sing.' } } } }, { system })
    expect((await own.find('default'))?.assistants.get('default')?.system).toBe('Sing.')
  })

  test('about limits holds where a block says nothing else', async () => {
    const limits = parseLimits(
      '{"fileBytes":7,"runsPerUserPerDay":9,"tokensPerProjectPerDay":5000,"modelCallsPerProjectPerDay":60}',
    )
    const ofShop = { fileBytes: 8, tokensPerProjectPerDay: 6_000 }
    const projects = open({ shop: { limits: ofShop } }, { limits })

    const amounts = { fileBytes: 8, pdfPages: 50 }
    const rates = { runsPerUserPerDay: { count: 9 } }
    const budgets = { tokensPerProjectPerDay: 6_000, modelCallsPerProjectPerDay: 60 }
    expect(await projects.find('shop')).toMatchObject({ limits: { amounts, rates, budgets } })
    expect(projects.limitsOf('shop')).toMatchObject({ amounts, rates, budgets })
    for (const id of ['default', 'unknown']) {
      expect(projects.limitsOf(id).amounts.fileBytes).toBe(7)
      expect(projects.limitsOf(id).budgets.tokensPerProjectPerDay).toBe(5_000)
    }
  })
})

test('every project has the default assistant, with the demo model by default', async () => {
  const projects = open({ shop: { assistants: {} } })

  for (const id of ['default', 'shop']) {
    const project = await projects.find(id)
    expect(project?.assistants.get('default')).toEqual({
      id: 'default',
      model: undefined,
      system: undefined,
      tools: [],
      maxSteps: 10,
      maxOutputTokens: undefined,
      takesClientSystem: false,
    })
  }
})
