import { expect, test, vi } from 'vitest'
import type { HostTool, ToolReply, ToolRun, FrameSetup } from '../../shared/bridge/contract.ts'
import type { JsonValue } from '../../shared/json.ts'
import {
  toolRegistryAtom,
  type BrowserTool,
  type ToolContext,
} from '../conversation/atoms/tools.ts'
import { createToolRegistry } from '../conversation/tools/tool-registry.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { createHostTools } from './host-tools.ts'
import { serveHost } from './serve-host.ts'

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

function createWorld(reply: (run: ToolRun, signal: AbortSignal) => Promise<ToolReply>) {
  const warnings: string[] = []
  const registry = createToolRegistry()
  const tools = createHostTools({
    registry,
    runTool: reply,
    askTool: async () => null,
    noteRun: () => {},
    isAllowed: () => false,
    warn: (text) => warnings.push(text),
  })
  return { registry, tools, warnings }
}

function createContext(toolCallId = 'call-1') {
  const controller = new AbortController()
  const asked: JsonValue[] = []
  const context: ToolContext = {
    toolCallId,
    messageId: 'msg-1',
    signal: controller.signal,
    async human(payload) {
      asked.push(payload)
      return 'yes'
    },
  }
  return { context, controller, asked }
}

function execute(tool: BrowserTool | undefined, context: ToolContext, args = {}): Promise<unknown> {
  if (tool?.type !== 'run') throw new Error('It does not run here.')
  return tool.execute(args, context) as Promise<unknown>
}

test('a declared tool is registered, replaced after a change, and removed', () => {
  const { registry, tools } = createWorld(async () => ({}))
  const changes: number[] = []
  registry.subscribe(() => changes.push(1))

  tools.declare([LOOK, { ...LOOK, name: 'choose', kind: 'human' }])
  const first = registry.get('look')
  expect(first).toMatchObject({
    type: 'run',
    description: 'Looks',
    parameters: { type: 'object' },
    approval: 'never',
    timeoutMs: 5_000,
  })
  expect(registry.get('choose')).toMatchObject({ type: 'human', parameters: { type: 'object' } })
  // Every change of the page sends a setup: equal tools change nothing.
  tools.declare([LOOK, { ...LOOK, name: 'choose', kind: 'human' }])
  tools.declare(undefined)
  expect(registry.get('look')).toBe(first)
  expect(changes).toHaveLength(2)
  tools.declare([{ ...LOOK, approval: 'ask' }])

  expect(registry.get('look')).toMatchObject({ approval: 'ask' })
  expect(registry.get('choose')).toBeUndefined()
  tools.declare([])
  expect(registry.get('look')).toBeUndefined()
})

test('a call is run by the page, and its reply is the result', async () => {
  const runs: ToolRun[] = []
  const replies: ToolReply[] = [{ output: 3 }, {}, { errorText: 'TypeError: No' }]
  const { registry, tools, warnings } = createWorld(async (run) => {
    runs.push(run)
    return replies[runs.length - 1]!
  })
  tools.declare([LOOK])
  const { context } = createContext()

  await expect(execute(registry.get('look'), context, { id: 1 })).resolves.toBe(3)
  await expect(execute(registry.get('look'), context)).resolves.toBeUndefined()
  await expect(execute(registry.get('look'), context)).rejects.toThrow('TypeError: No')
  expect(runs[0]).toEqual({ name: 'look', callId: 'call-1', args: { id: 1 } })
  expect(warnings).toEqual([])
})

test('a result of which something was lost is warned of', async () => {
  const { registry, tools, warnings } = createWorld(async () => ({
    output: { at: null },
    isLossy: true,
  }))
  tools.declare([LOOK])

  await execute(registry.get('look'), createContext().context)

  expect(warnings).toEqual(['tool-call result is not JSON! {"at":null}'])
})

test('invalid arguments reach the page only when it handles them', async () => {
  const runs: ToolRun[] = []
  const { registry, tools } = createWorld(async (run) => {
    runs.push(run)
    return { output: 'mended' }
  })
  tools.declare([LOOK, { ...LOOK, name: 'mend', handlesInvalid: true }])
  const look = registry.get('look')
  const mend = registry.get('mend')
  const issues = [{ path: ['id'], message: 'is missing' }]
  if (look?.type !== 'run' || mend?.type !== 'run') throw new Error('They do not run here.')

  expect(look.onInvalid).toBeUndefined()
  await expect(mend.onInvalid?.({ a: 1 }, issues, createContext().context)).resolves.toBe('mended')
  expect(runs).toEqual([{ name: 'mend', callId: 'call-1', args: { a: 1 }, issues }])
})

test('only a tool that runs asks the person', async () => {
  const reply = Promise.withResolvers<ToolReply>()
  const { registry, tools } = createWorld(() => reply.promise)
  tools.declare([LOOK])
  const { context, asked } = createContext()
  const question = { callId: 'call-1', payload: 'Sure?' }
  await expect(tools.askHuman(question)).rejects.toMatchObject({ code: 'not_found' })

  const running = execute(registry.get('look'), context)
  await expect(tools.askHuman(question)).resolves.toBe('yes')
  await expect(tools.askHuman({ ...question, callId: 'call-2' })).rejects.toMatchObject({
    code: 'not_found',
  })
  reply.resolve({})
  await running

  await expect(tools.askHuman(question)).rejects.toMatchObject({ code: 'not_found' })
  expect(asked).toEqual(['Sure?'])
})

const SETUP: FrameSetup = {
  app: 'default',
  scheme: 'light',
  viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
  identity: { epoch: 0, mode: 'anonymous' },
  tools: [LOOK],
}

test('a setup’s tools are in the store’s registry, and another identity ends what runs', async () => {
  const { store } = createChatWorld()
  const signals: AbortSignal[] = []
  const service = serveHost({
    store,
    usable: Promise.resolve(),
    onLook: async () => {},
    onLocale: async () => {},
    host: {
      // The next person is not known yet.
      getToken: () => Promise.withResolvers<string | null>().promise,
      askTool: async () => null,
      getVisitorProof: async () => null,
      sendState() {},
      sendError() {},
      openLink: () => Promise.resolve('done'),
      sendEvent() {},
      runTool(_, signal) {
        signals.push(signal)
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
    },
  })
  await service.update(SETUP)
  const tool = store.get(toolRegistryAtom).get('look')
  const running = execute(tool, createContext().context)
  running.catch(() => {})

  await service.update({ ...SETUP, scheme: 'dark' })
  expect(signals[0]?.aborted).toBe(false)
  service.update({ ...SETUP, identity: { epoch: 1, mode: 'token' } }).catch(() => {})

  await expect(running).rejects.toThrow('Tool execution aborted')
  // Tools belong to the page, so a change of the user keeps them.
  expect(store.get(toolRegistryAtom).get('look')).toBe(tool)
  const next = execute(tool, createContext().context)
  next.catch(() => {})
  await vi.waitFor(() => expect(signals[1]?.aborted).toBe(false))
})
