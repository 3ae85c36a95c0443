import { expect, test } from 'vitest'
import { checkConfigs } from './check-configs.ts'
import { LIMIT_DEFAULTS } from './limits/limit-table.ts'
import { parseConfig } from './projects/parse-config.ts'

const rows = (...ids: string[]) => ({
  projects: {
    find: (id: string) =>
      Promise.resolve(
        ids.includes(id) ? { id, name: id, createdAt: '', suspendedAt: null } : undefined,
      ),
  },
})

function check(assistants: object, ...ids: string[]) {
  const warnings: unknown[] = []
  const config = { projects: { shop: { assistants } } }
  const configs = parseConfig(config, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
  const log = { warn: (fields: object) => void warnings.push(fields) }
  return checkConfigs(configs, {}, rows(...ids) as never, log).then(() => warnings)
}

test('accepts assistants that can answer', async () => {
  const tool = { name: 'status', parameters: { type: 'object' }, execute: () => 'fine' }

  expect(await check({ default: { tools: [tool] } }, 'shop')).toEqual([])
})

test('refuses a tool whose schema cannot be checked, naming the assistant', async () => {
  const tool = { name: 'status', parameters: { type: 'object', if: {}, then: {} }, execute: () => 'fine' }

  await expect(check({ helper: { tools: [tool] } }, 'shop')).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(/^projects\.shop\.assistants\.helper: .*status/),
  })
})

test('refuses a model whose key is missing, naming the setting', async () => {
  await expect(check({ default: { model: 'openai/x' } }, 'shop')).rejects.toThrow('OPENAI_API_KEY')
})

test('warns of a block whose project does not exist yet', async () => {
  expect(await check({})).toEqual([{ projectId: 'shop' }])
})
