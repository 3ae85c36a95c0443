import { expect, test, vi } from 'vitest'
import type { HostTool, ToolRun } from '../../shared/bridge/contract.ts'
import type { ToolQuestion } from '../../shared/bridge/tool-extras.ts'
import { nameRun, type ToolRunState } from '../conversation/atoms/tool-runs.ts'
import type { RunTool, ToolContext } from '../conversation/atoms/tools.ts'
import { createToolRegistry } from '../conversation/tools/tool-registry.ts'
import { createHostTools } from './host-tools.ts'

const TOOL: HostTool = {
  name: 'add',
  description: 'Adds',
  schema: '{"type":"object"}',
  kind: 'run',
  scope: 'write',
  approval: 'ask',
  timeoutMs: 5_000,
  handlesInvalid: false,
}

function createPage(
  change: Partial<HostTool>,
  answer: (question: ToolQuestion, timeoutMs: number) => unknown = () => null,
) {
  const runs: ToolRun[] = []
  const notes: [run: string, change: Partial<ToolRunState>][] = []
  const warnings: string[] = []
  const allowed = new Set<string>()
  const registry = createToolRegistry()
  const tools = createHostTools({
    registry,
    runTool: async (run) => (runs.push(run), { output: 1 }),
    askTool: async (question, timeoutMs) => answer(question, timeoutMs),
    noteRun: (...note) => void notes.push(note),
    isAllowed: (thread, key) => allowed.has(`${thread} ${key}`),
    warn: (text) => warnings.push(text),
  })
  tools.declare([{ ...TOOL, ...change }])
  const tool = registry.get('add') as RunTool
  const run = (context: Partial<ToolContext> = {}) =>
    tool.execute(
      {},
      {
        toolCallId: 'call-1',
        messageId: 'msg-1',
        signal: new AbortController().signal,
        human: async () => null,
        ...context,
      },
    )
  return { runs, notes, warnings, allowed, registry, tools, tool, run }
}

test('of a page that says nothing of them nothing is asked', () => {
  const { tool } = createPage({})

  expect(tool.preview ?? tool.isAvailable ?? tool.onceKey ?? tool.inThread).toBeUndefined()
})

test('a preview is read as plain text, and a page that cannot say has none', async () => {
  const { signal } = new AbortController()
  const says = createPage({ extras: ['preview'] }, () => ({ text: 'Two', html: '<b>' }))
  expect(await says.tool.preview?.({}, signal)).toEqual({ text: 'Two' })

  const fails = createPage({ extras: ['preview'] }, () => Promise.reject(new Error('No')))
  expect(await fails.tool.preview?.({}, signal)).toBeUndefined()
})

test('a tool that is not available is not offered, and one that cannot say is not', async () => {
  let answer: () => unknown = () => false
  const { registry } = createPage({ extras: ['available'] }, () => answer())
  const offered = async () => {
    await registry.refresh?.()
    return Object.keys(registry.modelContext().tools)
  }

  expect(await offered()).toEqual([])
  answer = () => true
  expect(await offered()).toEqual(['add'])
  answer = () => Promise.reject(new Error('No'))
  expect(await offered()).toEqual([])
})

test('without such a tool no question is asked', () => {
  expect(createPage({}).registry.refresh?.()).toBeUndefined()
})

test('a tool that is allowed in a conversation asks no more there', () => {
  const { allowed, registry, tool } = createPage({ extras: ['once'] })
  const approvalIn = (thread: string) =>
    (registry.forThread(() => thread).get('add') as RunTool).approval
  expect(approvalIn('one')).toBe('ask')

  allowed.add(`one ${tool.onceKey}`)

  expect(approvalIn('one')).toBe('never')
  expect(approvalIn('two')).toBe('ask')
  expect((registry.get('add') as RunTool).approval).toBe('ask')
})

test('a tool that never asks may be allowed in a conversation where the server asks about it', () => {
  const { allowed, registry, tool } = createPage({ approval: 'never' })
  const isAllowedIn = (thread: string) =>
    (registry.forThread(() => thread).get('add') as RunTool).isAllowed === true
  expect(isAllowedIn('one')).toBe(false)

  allowed.add(`one ${tool.onceKey}`)

  expect(isAllowedIn('one')).toBe(true)
  expect(isAllowedIn('two')).toBe(false)
})

test('a sensitive tool cannot be allowed for longer, even if the page says so', () => {
  expect(createPage({ extras: ['once'], scope: 'sensitive' }).tool.onceKey).toBeUndefined()
  expect(createPage({ extras: ['once'] }).tool.onceKey).toBeDefined()
})

test('a run can be undone by a separate id', async () => {
  const questions: [ToolQuestion, number][] = []
  const { runs, notes, run } = createPage({ extras: ['undo'] }, (...question) => {
    questions.push(question)
    return questions.length === 1 ? { errorText: 'Closed' } : {}
  })
  await run()
  await run({ messageId: 'msg-2' })
  const [first, second] = runs
  expect(first?.runId).not.toBe(second?.runId)
  const undoable = notes.filter(([, { undo }]) => undo === 'possible')
  expect(undoable.map(([name]) => name)).toEqual([
    nameRun('msg-1', 'call-1'),
    nameRun('msg-2', 'call-1'),
  ])

  await expect(undoable[0]?.[1].takeBack?.()).rejects.toThrow('Closed')
  await expect(undoable[0]?.[1].takeBack?.()).resolves.toBeUndefined()
  expect(questions[0]).toEqual([{ about: 'undo', name: 'add', runId: first?.runId }, 5_000])
})

test('without undo nothing is taken back, and no id goes out', async () => {
  const { runs, notes, run } = createPage({})
  await run()

  expect(runs[0]).not.toHaveProperty('runId')
  expect(notes.filter(([, { undo }]) => undo)).toEqual([])
})

test('a running call tells how far it is, until it has ended', async () => {
  const { notes, warnings, tools, run } = createPage({})
  const running = run()
  tools.noteProgress({ callId: 'call-1', state: { text: 'Half', fraction: 0.5 } })
  tools.noteProgress({ callId: 'call-1', state: 7 })
  tools.noteProgress({ callId: 'other', state: 'Half' })
  tools.noteProgress('junk')
  await running
  tools.noteProgress({ callId: 'call-1', state: 'Late' })

  expect(notes).toEqual([
    [nameRun('msg-1', 'call-1'), { progress: { text: 'Half', fraction: 0.5 } }],
    [nameRun('msg-1', 'call-1'), { progress: undefined }],
  ])
  expect(warnings).toEqual([expect.stringContaining('Expected progress of a text')])
})

test('each unknown field is told, with the name that was meant or all names', async () => {
  const { warnings } = createPage({ fields: ['run', 'prevew', 'of_my_own'] })

  await vi.waitFor(() =>
    expect(warnings).toEqual([
      'The tool add: there is no prevew; did you mean preview?',
      expect.stringMatching(
        /^The tool add: there is no of_my_own; a definition has description, .+ onInvalid$/,
      ),
    ]),
  )
})

test.each([
  ['needsApproval', 'ask'],
  ['confirm', 'ask'],
  ['aproval', 'ask'],
  ['approval', 'never'],
  ['of_my_own', 'never'],
])('a tool that never asks, with the field %s: %s', async (field, approval) => {
  const { tool, warnings } = createPage({
    scope: 'read',
    approval: 'never',
    fields: ['run', field],
  })

  expect(tool.approval).toBe(approval)
  if (approval === 'never') return
  const told = `The tool add: there is no ${field}; did you mean approval: 'ask'? Until then, each call asks.`
  await vi.waitFor(() => expect(warnings).toEqual([told]))
})
