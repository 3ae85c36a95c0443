import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES } from '../../scripts/store-place.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { createAssistantMessage } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createModel } from '../models/create-assistants.ts'
import type { AssistantHooks } from '../models/hooks.ts'
import { FAILURE_TEXTS, UNAVAILABLE_TEXT } from '../models/provider-failure.ts'
import { answerBody, chatBody, readAll } from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

const openWorld = createRunsWorlds()
const mask = (text: string) => text.replaceAll(/\d{3}-\d{4}/g, '[number]')
const masking: AssistantHooks = { afterModel: ({ text }) => ({ text: mask(text) }) }

describe.each(ENGINES)('hooks of an assistant, on %s', (engine) => {
  async function open(hooks: AssistantHooks) {
    const model = createModel({
      model: 'openai-compatible/any',
      providers: { OPENAI_BASE_URL: server.url },
    })
    const world = await openWorld({ engine, assistant: { model, hooks } })
    const ask = (script: string, isOurs = true) =>
      world.submit(chatBody('t', 'm1', [{ type: 'text', text: script }]), { isOurs })
    const stored = async () => (await world.rows('t')).at(-1)!.content
    return { ...world, ask, stored }
  }

  /** The answer as its reader has it at the end. */
  const fold = (chunks: readonly Chunk[]) =>
    chunks.reduce(applyChunk, createAssistantMessage('', ''))

  test('a reader has the same changed words as the store', async () => {
    const { ask, stored, rows } = await open(masking)

    const chunks = await readAll(await ask('say Call 555-1234 now'))

    const content = [{ type: 'text', text: 'Call [number] now' }]
    expect(JSON.stringify(chunks)).toContain('555')
    expect(fold(chunks).content).toEqual(content)
    expect(await stored()).toMatchObject({ content })
    expect(await rows('t')).toHaveLength(2)
  })

  test('a published client reads no word before it is judged', async () => {
    const { ask } = await open(masking)

    const chunks = await readAll(await ask('say Call 555-1234 again', false))

    expect(JSON.stringify(chunks)).not.toContain('555')
    expect(chunks.map(({ type }) => type)).not.toContain('reset-step')
    expect(fold(chunks).content).toEqual([{ type: 'text', text: 'Call [number] again' }])
  })

  test('a refused question stays, with the sentence as its answer', async () => {
    const { ask, rows, stored } = await open({ beforeModel: () => ({ refuse: 'Not about this.' }) })

    await readAll(await ask('say Never asked'))

    expect(await rows('t')).toMatchObject([
      { content: { role: 'user', content: [{ type: 'text', text: 'say Never asked' }] } },
      { content: { role: 'assistant' } },
    ])
    expect(await stored()).toMatchObject({
      content: [],
      status: { type: 'incomplete', reason: 'error', error: 'Not about this.' },
    })
    expect(server.requests.filter(({ prompt }) => prompt === 'say Never asked')).toEqual([])
  })

  /** Reads an answer, and stops it when these words came. */
  async function stopAt(world: Awaited<ReturnType<typeof open>>, script: string, words: string) {
    const bytes = (await world.ask(script)).stream(new AbortController().signal)
    let read = ''
    for await (const piece of bytes) {
      read += new TextDecoder().decode(piece)
      if (read.includes(words)) void world.runs.stop(world.ada, { thread: 't' })
    }
  }

  test('words of a stopped answer are judged before they are stored', async () => {
    const kept = await open({ afterModel: () => undefined })
    const changed = await open(masking)
    const withdrawn = await open({ afterModel: () => ({ refuse: 'Withdrawn.' }) })

    for (const world of [kept, changed, withdrawn]) {
      await stopAt(world, 'say Call 555-1234 ; wait 60s', '555-1234')
    }

    const status = { type: 'incomplete', reason: 'cancelled' }
    expect(await kept.stored()).toMatchObject({ content: [{ text: 'Call 555-1234' }], status })
    expect(await changed.stored()).toMatchObject({ content: [{ text: 'Call [number]' }], status })
    expect(await withdrawn.stored()).toMatchObject({
      content: [],
      status: { type: 'incomplete', reason: 'error', error: 'Withdrawn.' },
    })
  })

  test('an answer that goes on after its limit is judged before its words are told', async () => {
    const { ask, stored, rows, submit } = await open(masking)
    await readAll(await ask('say Call the; finish length; next; say the number 555-1234'))
    const { id } = (await rows('t')).at(-1)!

    const chunks = await readAll(await submit({ ...answerBody('t', id), continueText: true }))

    expect(JSON.stringify(chunks)).not.toContain('555')
    const [part] = (await stored())['content'] as [{ text: string }]
    expect(part.text).toContain('Call the')
    expect(part.text).toContain('[number]')
  })

  test.each([
    ['cut', masking, 'Call [number]', FAILURE_TEXTS.cut],
    ['cut', { afterModel: () => ({ refuse: 'Withdrawn.' }) }, undefined, 'Withdrawn.'],
    ['cut', { afterModel: () => Promise.reject(new Error()) }, undefined, UNAVAILABLE_TEXT],
  ] satisfies [string, AssistantHooks, string | undefined, string][])(
    'words before a %s are judged before they are stored: %#',
    async (fault, hooks, text, error) => {
      const { ask, stored, errors } = await open(hooks)

      await readAll(await ask(`say Call 555-1234; ${fault}`))

      const logged = errors.splice(0).map((each) => (each as Error).message)
      const isFailed = error === UNAVAILABLE_TEXT
      expect(logged).toEqual(
        isFailed ? ['A function of the operator failed: afterModel: Error.'] : [],
      )

      expect(await stored()).toMatchObject({
        content: text === undefined ? [] : [{ type: 'text', text }],
        status: { type: 'incomplete', reason: 'error', error },
      })
    },
  )
})
