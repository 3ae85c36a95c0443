import { describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import type { ModelRequest } from '../models/model.ts'
import { sayText } from '../models/testing/scripted-model.ts'
import { ownerNamed } from '../testing/create-files-world.ts'
import {
  answerBody,
  chatBody,
  readAll,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

type Part = UiMessage['parts'][number]

const hello = [{ type: 'text', text: 'Hello?' }]
const openWorld = createRunsWorlds()

const callTool = (toolCallId: string, toolName: string): Chunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input: { of: toolCallId },
})
const ask = (toolCallId: string): Chunk[] => [
  callTool(toolCallId, 'refund'),
  { type: 'tool-approval-request', approvalId: `approval ${toolCallId}`, toolCallId },
]
const usage = { inputTokens: 10, outputTokens: 3 }
const step = (...chunks: readonly Chunk[]): Chunk[] => [
  { type: 'start-step' },
  ...chunks,
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { finishReason: 'tool-calls', usage } },
]
const interrupt = (toolCallId: string): Chunk => {
  const fields = { name: 'AUTH0_AI_INTERRUPT', code: 'TokenVaultError', behavior: 'resume' }
  const asked = { message: 'Please', connection: 'google', scopes: [], requiredScopes: [] }
  const toolCall = { id: toolCallId, name: 'calendar', args: { of: toolCallId } }
  const text = INTERRUPT_PREFIX + JSON.stringify({ ...fields, ...asked, toolCall })
  return { type: 'error', errorText: text }
}

const approve = (toolCallId: string, approved = true, reason?: string): Part => ({
  type: 'tool-refund',
  toolCallId,
  state: 'approval-responded',
  approval: { id: `approval ${toolCallId}`, approved, ...(reason === undefined ? {} : { reason }) },
})
const give = (toolCallId: string, output: unknown): Part => ({
  type: 'tool-pick',
  toolCallId,
  state: 'output-available',
  output,
})
const resume = (toolCallId: string) => give(toolCallId, { continueInterruption: true })

/** Makes these calls first, and sends a text when the answer continues. */
const thenSay =
  (first: readonly Chunk[], text = 'Done.') =>
  ({ messages }: ModelRequest) =>
    messages.at(-1)?.role === 'assistant' ? sayText(text) : first

const types = (chunks: readonly Chunk[]) => chunks.map(({ type }) => type)

describe.each(ENGINES)('an answer that goes on, on %s', (engine) => {
  async function open(first: readonly Chunk[], options: RunsWorldOptions = {}) {
    const done: unknown[] = []
    const execute: BackendTool['execute'] = (args) => {
      done.push(args['of'])
      return { done: args['of'] ?? null }
    }
    const tools: BackendTool[] = [
      { name: 'refund', parameters: {}, needsApproval: true, execute },
      { name: 'calendar', parameters: {}, execute },
    ]
    const world = await openWorld({
      engine,
      answer: thenSay(first),
      ...options,
      assistant: { tools, maxSteps: 3, ...options.assistant },
    })
    await readAll(await world.submit(chatBody('t', 'm1', hello)))
    const row = async () => (await world.rows('t')).at(-1)!
    const { id, threadId } = await row()
    const goOn = async (...parts: Part[]) =>
      readAll(await world.submit(answerBody('t', id, ...parts)))
    return { ...world, done, row, id, threadId, goOn }
  }

  test('waits again for what is left, and runs what was allowed when nothing is', async () => {
    const { row, id, goOn, done, model } = await open(
      step(...ask('a'), ...ask('b'), callTool('c', 'pick')),
    )

    const first = await goOn(approve('a'), give('c', 'red'))

    expect(types(first)).toEqual([
      'start',
      'tool-approval-response',
      'tool-output-available',
      'finish',
    ])
    expect(first[0]).toMatchObject({ messageId: id })
    expect((await row()).content).toMatchObject({
      status: { type: 'requires-action', reason: 'interrupt' },
      content: [{ approval: { approved: true } }, { approval: {} }, { result: 'red' }],
    })
    expect(done).toEqual([])
    expect(model.requests).toHaveLength(1)

    const second = await goOn(approve('b', false, 'No.'))

    expect(types(second).slice(0, 4)).toEqual([
      'start',
      'tool-approval-response',
      'tool-output-denied',
      'tool-output-available',
    ])
    expect(done).toEqual(['a'])
    expect((await row()).content).toMatchObject({
      status: { type: 'complete', reason: 'stop' },
      content: [
        { toolCallId: 'a', result: { done: 'a' } },
        { toolCallId: 'b', approval: { approved: false, reason: 'No.' } },
        { toolCallId: 'c', result: 'red' },
        { type: 'text', text: 'Done.' },
      ],
    })
  })

  test('asks the model with the talk and with all of the answer so far', async () => {
    const { goOn, model } = await open(step(callTool('c', 'pick')))

    await goOn(give('c', { color: 'red' }))

    const { messages, maxSteps } = model.requests.at(-1)!
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(messages[1]!.content).toMatchObject([
      { toolCallId: 'c', state: 'output-available', args: { of: 'c' }, result: { color: 'red' } },
    ])
    expect(maxSteps).toBe(3)
  })

  test('a resumed call runs at once, since nothing would remember that it was', async () => {
    const { row, goOn, done } = await open([
      ...step(...ask('a'), callTool('i', 'calendar')).slice(0, -1),
      interrupt('i'),
    ])
    expect((await row()).content).toMatchObject({ status: { reason: 'interrupt' } })

    const chunks = await goOn(resume('i'))

    expect(types(chunks)).toEqual(['start', 'tool-output-available', 'finish'])
    expect(done).toEqual(['i'])
    const after = (await row()).content['content'] as readonly object[]
    expect(after[1]).toMatchObject({ result: { done: 'i' } })
    expect(after[1]).not.toHaveProperty('interrupt')
    await goOn(approve('a'))
    expect(done).toEqual(['i', 'a'])
  })

  test('a failure of a page’s tool is told to the model', async () => {
    const { goOn, model } = await open(step(callTool('c', 'pick')))
    const failed = { type: 'tool-pick', toolCallId: 'c', state: 'output-error', errorText: 'Shut' }

    await goOn(failed)

    expect(model.requests.at(-1)!.messages[1]!.content).toMatchObject([
      { state: 'output-error', result: { error: 'Shut' } },
    ])
  })

  test.each([
    [1, 1, { type: 'incomplete', reason: 'tool-calls' }],
    [2, 2, { type: 'complete', reason: 'stop' }],
  ])('with %i steps the model is asked %i times in all', async (maxSteps, asked, status) => {
    const { goOn, model, row } = await open(step(callTool('c', 'pick')), {
      assistant: { maxSteps },
    })

    const chunks = await goOn(give('c', 1))

    expect(model.requests).toHaveLength(asked)
    expect(chunks.at(-1)?.type).toBe('finish')
    expect((await row()).content).toMatchObject({
      status,
      content: [{ result: 1 }, {}].slice(0, asked),
    })
  })

  test('stopped, it keeps what there was and what came', async () => {
    const first = step(callTool('c', 'pick'))
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const { submit, row, id, runs, ada, rows } = await open(first, {
      async *answer(request, signal) {
        if (request.messages.length === 1) return yield* first
        yield { type: 'start-step' }
        yield { type: 'text-delta', id: 't', delta: 'Begun' }
        setTimeout(begin)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    const body = answerBody('t', id, give('c', 'red'))
    const chunks: Chunk[] = []
    const reading = readAll(await submit(body)).then((all) => chunks.push(...all))
    await begun

    expect(await runs.stop(ada, { thread: 't' })).toEqual([])

    await reading
    expect(chunks.at(-1)).toEqual({ type: 'abort' })
    expect(await rows('t')).toHaveLength(2)
    expect(await row()).toMatchObject({
      id,
      content: { status: { type: 'incomplete', reason: 'cancelled' } },
    })
    expect((await row()).content).toMatchObject({ content: [{ result: 'red' }, { text: 'Begun' }] })
  })

  test('stopped while its run was being opened, it keeps what was said to its calls', async () => {
    const { submit, row, id, runs, ada, model, store } = await open(step(callTool('c', 'pick')))
    const { start } = store.runs
    let stopping: Promise<unknown> | undefined
    vi.spyOn(store.runs, 'start').mockImplementation(async (...args) => {
      const opened = await start.apply(store.runs, args)
      // Its rows are stored, and no process drives it yet.
      stopping = runs.stop(ada, { thread: 't' })
      return opened
    })

    await readAll(await submit(answerBody('t', id, give('c', 'red'))))

    await stopping
    expect((await row()).content).toMatchObject({
      status: { type: 'incomplete', reason: 'cancelled' },
      content: [{ result: 'red' }],
    })
    expect(model.requests).toHaveLength(1)
  })

  test('stopped while its call was read, it waits as before, and nobody is asked', async () => {
    const { submit, row, id, runs, ada, model } = await open(step(callTool('c', 'pick')))
    const before = (await row()).content
    const starting = submit(answerBody('t', id, give('c', 'red')))
    await runs.stop(ada, { thread: 't' })

    await readAll(await starting)

    expect((await row()).content).toEqual(before)
    expect(model.requests).toHaveLength(1)
  })

  test('told that somebody stopped it, it keeps what was said to its calls and asks nobody', async () => {
    const { submit, row, id, rows, model } = await open(step(callTool('c', 'pick')))

    const body = { ...answerBody('t', id, give('c', 'red')), isStopped: true }
    const chunks = await readAll(await submit(body))

    expect(chunks.map(({ type }) => type)).toEqual(['start', 'tool-output-available', 'abort'])
    expect(model.requests).toHaveLength(1)
    expect(await rows('t')).toHaveLength(2)
    expect((await row()).content).toMatchObject({
      status: { type: 'incomplete', reason: 'cancelled' },
      content: [{ result: 'red' }],
    })
  })

  test('a stop that comes first leaves it waiting, and takes nothing back', async () => {
    const { submit, row, id, runs, ada, rows, goOn } = await open(step(callTool('c', 'pick')))
    const before = await rows('t')
    await runs.stop(ada, { thread: 't', requestId: 'r' })

    const body = { ...answerBody('t', id, give('c', 'red')), requestId: 'r' }
    expect(await readAll(await submit(body))).toEqual([
      { type: 'message-metadata', messageMetadata: { alcove: { removed: [] } } },
      { type: 'abort' },
    ])

    expect(await rows('t')).toEqual(before)
    await goOn(give('c', 'red'))
    expect((await row()).content).toMatchObject({ content: [{ result: 'red' }, {}] })
  })

  test('costs are reported for each run, and a decision alone costs nothing', async () => {
    const { goOn, store, threadId } = await open(step(...ask('a'), callTool('c', 'pick')), {
      answer: ({ messages }) =>
        messages.at(-1)?.role === 'assistant'
          ? step({ type: 'text-delta', id: 't', delta: 'Done.' })
          : step(...ask('a'), callTool('c', 'pick')),
    })
    const reports = async () => {
      const rows = await store.reports.listRuns('shop', { limit: 9, threadId })
      return rows.map(({ inputTokens }) => inputTokens)
    }
    expect(await reports()).toEqual([10])

    await goOn(approve('a', false))
    expect(await reports()).toEqual([10])
    await goOn(give('c', 1))

    expect(await reports()).toEqual([10, 10])
  })

  test.each<[string, Chunk[], object]>([
    [
      'waits for an authorisation',
      [callTool('v', 'calendar'), { type: 'finish-step', usage }, interrupt('v')],
      { status: 'completed', inputTokens: 10, outputTokens: 3 },
    ],
    [
      'fails in a later step',
      [
        { type: 'text-delta', id: 't', delta: 'So' },
        { type: 'finish-step', usage },
        { type: 'start-step' },
        { type: 'finish-step', usage },
        { type: 'start-step' },
        { type: 'error', errorText: 'Busy.' },
      ],
      { status: 'error', inputTokens: 20, outputTokens: 6 },
    ],
    [
      'fails in its first step',
      [
        { type: 'text-delta', id: 't', delta: 'So' },
        { type: 'error', errorText: 'Busy.' },
      ],
      { status: 'error', inputTokens: null, outputTokens: null },
    ],
  ])('what an answer has cost is counted when it %s', async (_, rest, report) => {
    const answer = () => [{ type: 'start-step' } as const, ...rest]
    const { store, threadId, submit, rows } = await open([], { answer })

    expect(await store.reports.listRuns('shop', { limit: 9, threadId })).toMatchObject([report])
    // Readers of version 5 of the AI SDK fail at an unknown key.
    const last = (await rows('t')).at(-1)
    const seen = await readAll(await submit(chatBody('t', 'm2', hello, last?.id)))
    expect(seen.filter(({ type }) => type === 'finish-step')).toEqual(
      rest.filter(({ type }) => type === 'finish-step').map(({ type }) => ({ type })),
    )
  })

  test('who gets a name while an allowed tool runs gets an answer to the whole conversation', async () => {
    const bob = ownerNamed('bob')
    const ids: unknown[] = []
    const execute: BackendTool['execute'] = async (_args, { toolCallId }) => {
      ids.push(toolCallId)
      expect(await world.store.threads.move(world.ada, bob)).toBe(1)
      return 'refunded'
    }
    const tools = [{ name: 'refund', parameters: {}, needsApproval: true, execute }]
    const world = await open(step(...ask('a')), { assistant: { tools } })

    expect((await world.goOn(approve('a'))).at(-1)).toMatchObject({ type: 'finish' })

    expect(ids).toEqual([`${world.id}.a`])
    const [question, going] = world.model.requests.at(-1)!.messages
    expect(question).toMatchObject({ role: 'user', content: hello })
    expect(going?.content[0]).toMatchObject({ result: 'refunded' })
    expect(await world.store.messages.find(bob, world.threadId, world.id)).toMatchObject({
      content: { status: { type: 'complete' } },
    })
  })

  test('a refused answer takes no place among those that go on at once', async () => {
    const { submit, id, row } = await open(step(callTool('c', 'pick')))
    const before = await row()
    let held = 0
    const hold = async () => {
      held += 1
      return () => void (held -= 1)
    }
    const taken: number[] = []
    const count = async () => (taken.push(1), hold())

    await expect(submit(answerBody('t', id, give('x', 1)), { hold: count })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      submit(answerBody('t', 'm1', give('c', 1)), { hold: count }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(submit(answerBody('t', id), { hold: count })).rejects.toMatchObject({
      code: 'invalid_request',
    })

    expect(taken).toEqual([])
    expect(await row()).toEqual(before)
    await readAll(await submit(answerBody('t', id, give('c', 1)), { hold: count }))
    expect(taken).toEqual([1])
    await expect.poll(() => held).toBe(0)
  })
})
