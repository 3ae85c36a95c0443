import { expect, test } from 'vitest'
import type { HostTool } from '../../shared/bridge/contract.ts'
import { createToolRegistry } from '../conversation/tools/tool-registry.ts'
import { createHostTools } from './host-tools.ts'
import { recordTools } from '../preview/record-tools.ts'
import type { ToolSide } from './tool-side.ts'

const LOOK: HostTool = {
  name: 'look',
  description: 'Looks',
  schema: '{"type":"object"}',
  kind: 'run',
  scope: 'read',
  approval: 'never',
  timeoutMs: 5_000,
  handlesInvalid: false,
}
const OTHERS = ['write', 'navigate', 'sensitive'] as const

test('in a preview tools that read run, and all other calls get a result without the page', async () => {
  const runs: string[] = []
  const registry = createToolRegistry()
  const tools = recordTools(
    (side: ToolSide) =>
      createHostTools({ registry, ...side, noteRun: () => {}, isAllowed: () => false }),
    {
      async runTool({ name }) {
        runs.push(name)
        return { output: 'looked' }
      },
      askTool: async () => null,
    },
  )
  tools.declare([
    LOOK,
    { ...LOOK, name: 'careful', approval: 'ask' },
    { ...LOOK, name: 'choose', kind: 'human' },
    ...OTHERS.map((scope): HostTool => ({
      ...LOOK,
      name: scope,
      scope,
      approval: 'ask',
      handlesInvalid: true,
      extras: ['undo', 'preview', 'check'],
    })),
  ])
  const call = async (name: string) => {
    const tool = registry.get(name)
    if (tool?.type !== 'run') throw new Error('It does not run here.')
    const { signal } = new AbortController()
    const human = () => Promise.reject(new Error('Nobody is asked.'))
    return tool.execute({}, { toolCallId: name, messageId: 'msg', signal, human })
  }

  expect(await call('look')).toBe('looked')
  for (const name of OTHERS) {
    expect(await call(name)).toBe('done')
    const tool = registry.get(name)
    expect(tool).toMatchObject({ approval: 'never', scope: 'read' })
    expect(tool).not.toHaveProperty('onInvalid')
    expect(tool).not.toHaveProperty('preview')
  }
  expect(runs).toEqual(['look'])
  expect(registry.get('careful')).toMatchObject({ approval: 'ask' })
  expect(registry.get('choose')).toMatchObject({ type: 'human' })
})
