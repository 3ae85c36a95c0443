import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createHeldAnswer, sayText } from '../models/testing/scripted-model.ts'
import { BASE } from '../testing/create-files-world.ts'
import {
  answerBody,
  chatBody,
  readAll,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

const hello = [{ type: 'text', text: 'Hello?' }]
const openWorld = createRunsWorlds()

const OWN = /^tool-(approval-|output-denied)/
const OWN_CHUNKS: Chunk[] = [
  { type: 'start-step' },
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'refund', input: {} },
  { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'c' },
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } },
]
const types = (chunks: readonly Chunk[]) => chunks.map(({ type }) => type)

describe.each(ENGINES)('readers that did not announce themselves, on %s', (engine) => {
  async function open(options: RunsWorldOptions = {}) {
    const tools = [
      { name: 'refund', parameters: {}, needsApproval: true, execute: () => 1 },
      { name: 'gift', parameters: {}, needsApproval: () => false, execute: () => 1 },
      { name: 'stock', parameters: {}, execute: () => 1 },
    ]
    const assistant = { tools, maxSteps: 3 }
    const world = await openWorld({ engine, assistant, ...options })
    const offered = () => world.model.requests.at(-1)!.backend?.tools.map(({ name }) => name)
    return { ...world, offered }
  }

  test('get no tool that asks first, saved or not, and ours gets all', async () => {
    const { submit, offered, runs, ada } = await open()
    const page = { refund: { parameters: {} } }

    await readAll(await submit({ ...chatBody('a', 'm', hello), tools: page }, { isOurs: false }))
    expect(offered()).toEqual(['stock'])
    await readAll(await submit(chatBody('b', 'm', hello), { isOurs: false, saves: false }))
    expect(offered()).toEqual(['stock'])
    const messages = [{ role: 'user', content: hello }]
    await readAll(await runs.answer(ada, { assistant_id: 'default', messages }, { base: BASE }))
    expect(offered()).toEqual(['stock'])

    await readAll(await submit(chatBody('c', 'm', hello)))
    expect(offered()).toEqual(['refund', 'gift', 'stock'])
  })

  test('cannot put a tool of the page’s in the place of one that is left out', async () => {
    const { submit, model } = await open()
    const tools = { refund: { parameters: {} }, pick: { parameters: {} } }

    await readAll(await submit({ ...chatBody('a', 'm', hello), tools }, { isOurs: false }))

    expect(model.requests.at(-1)!.tools?.map(({ name }) => name)).toEqual(['pick'])
  })

  test('read no chunk of ours, in whatever way they come to one', async () => {
    const { submit } = await open({ answer: () => OWN_CHUNKS })
    const ours = await readAll(await submit(chatBody('a', 'm', hello)))
    expect(types(ours).filter((type) => OWN.test(type))).toEqual(['tool-approval-request'])

    // The running answer, the saved one again, and one that is not saved.
    const again = await readAll(await submit(chatBody('a', 'm', hello), { isOurs: false }))
    const unsaved = { isOurs: false, saves: false }
    const own = await readAll(await submit(chatBody('b', 'm', hello), unsaved))

    for (const chunks of [again, own]) {
      expect(types(chunks)).toContain('tool-input-available')
      expect(types(chunks).filter((type) => OWN.test(type))).toEqual([])
    }
    expect(types(await readAll(await submit(chatBody('a', 'm', hello))))).toContain(
      'tool-approval-request',
    )
  })

  test('join a running answer of ours without its chunks', async () => {
    const held = createHeldAnswer()
    const { submit } = await open({
      async *answer(request, signal) {
        yield* OWN_CHUNKS.slice(0, 3)
        yield* held.answer(request, signal)
      },
    })
    const ours = await submit(chatBody('a', 'm', hello))
    const joined = await submit(chatBody('a', 'm', hello), { isOurs: false })
    held.release()

    const [all, some] = await Promise.all([readAll(ours), readAll(joined)])

    expect(some).toEqual(all.filter(({ type }) => !OWN.test(type)))
    expect(some.length).toBe(all.length - 1)
  })

  test('may go on with a saved answer by sending all of it, as published clients do', async () => {
    const answer = [
      ...sayText('Let me see. ').slice(0, 4),
      ...OWN_CHUNKS.slice(1, 2).map((chunk): Chunk => ({ ...chunk, toolName: 'pick' }) as Chunk),
      ...OWN_CHUNKS.slice(3),
    ]
    const { submit, rows } = await open({
      answer: ({ messages }) => (messages.at(-1)?.role === 'assistant' ? sayText('Nice.') : answer),
    })
    const foreign = { isOurs: false }
    await readAll(await submit(chatBody('a', 'm', hello), foreign))
    const { id } = (await rows('a')).at(-1)!
    const call = { type: 'tool-pick', toolCallId: 'c', input: {} }
    const body = answerBody(
      'a',
      id,
      { type: 'step-start' },
      { type: 'text', text: 'Let me see. ' },
      { ...call, state: 'output-available', output: 'red' },
    )

    const chunks = await readAll(await submit(body, foreign))

    expect(chunks[0]).toMatchObject({ type: 'start', messageId: id })
    expect((await rows('a')).at(-1)?.content).toMatchObject({
      content: [{ text: 'Let me see. ' }, { result: 'red' }, { text: 'Nice.' }],
    })
  })
})
