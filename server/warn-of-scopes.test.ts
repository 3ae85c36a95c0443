import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from './limits/limit-table.ts'
import { parseConfig } from './projects/parse-config.ts'
import { SCOPES_WARNING, warnOfScopes } from './warn-of-scopes.ts'

const tool = (name: string, scope?: string) => ({
  name,
  ...(scope === undefined ? {} : { scope }),
  parameters: { type: 'object' },
  execute: () => null,
})
const project = {
  assistants: { default: { tools: [tool('order'), tool('status', 'read'), tool('mail')] } },
  knowledgeAnswers: { trustedTools: ['mail'] },
}

test('the start names the tools without a scope, of projects with knowledge', async () => {
  const unread = { ...project, knowledge: [{ folder: 'help' }] }
  const projects = { shop: project, empty: project, unread, safe: { hosts: [] } }
  const source = { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS }
  const told: unknown[] = []
  await warnOfScopes(
    parseConfig({ projects }, source),
    { knowledge: { countEntries: async (id) => (id === 'shop' ? 1 : 0) } },
    { warn: (fields, text) => told.push([fields, text]) },
  )
  expect(told).toEqual([
    [{ project: 'shop', tools: ['order'] }, SCOPES_WARNING],
    [{ project: 'unread', tools: ['order'] }, SCOPES_WARNING],
  ])
})
