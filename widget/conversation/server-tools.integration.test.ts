import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createNodeWorld } from '../api/node-world.test-support.ts'
import type { AnswerSource } from '../world/answer-source.ts'
import { openRealThread } from './open-real-thread.test-support.ts'
import { createToolRegistry } from './tools/tool-registry.ts'
import { createToolRunner } from './tools/tool-runner.ts'

/** Both sides have a tool of this name; only the page has the other one. */
const CONFIG = `
export default {
  projects: {
    default: {
      assistants: {
        default: {
          tools: [
            {
              name: 'stock',
              parameters: { type: 'object' },
              execute: () => new Promise((resolve) => setTimeout(resolve, 50, { from: 'server' })),
            },
            {
              name: 'refund',
              needsApproval: true,
              parameters: { type: 'object' },
              execute: () => new Promise((resolve) => setTimeout(resolve, 50, { from: 'server' })),
            },
          ],
        },
      },
    },
  },
}
`

let folder: string
let model: ModelServer
let alcove: AlcoveServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-server-tools-'))
  await writeFile(join(folder, 'alcove.config.ts'), CONFIG)
  model = await startModelServer()
  alcove = await startAlcove({
    env: {
      ALCOVE_CONFIG: join(folder, 'alcove.config.ts'),
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
    },
  })
})
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A thread on a page with tools, and the names of the tools that ran. */
function openPage(answers: AnswerSource) {
  const ran: string[] = []
  const registry = createToolRegistry()
  for (const name of ['stock', 'refund', 'cart']) {
    registry.register(name, {
      type: 'run',
      approval: 'never',
      parameters: { type: 'object' },
      execute() {
        ran.push(name)
        return { from: 'page' }
      },
    })
  }
  const base = `http://127.0.0.1:${alcove.port}`
  const { clock } = createNodeWorld(base)
  const talk = openRealThread(base, {
    answers,
    readContext: () => registry.modelContext(),
    createToolRunner: (listeners) =>
      createToolRunner({ ...listeners, tools: registry, clock, warn() {} }),
  })
  const results = () =>
    talk
      .path()
      .flatMap(({ content }) =>
        content.flatMap((part) =>
          part.type === 'tool-call' ? [[part.toolName, part.result]] : [],
        ),
      )
  return { ...talk, ran, results }
}

test.each<[string, AnswerSource]>([
  ['our chat call', { type: 'chat' }],
  ['an assistant', { type: 'assistant', assistantId: 'default' }],
])('through %s no tool of the page runs for one of the server’s', async (_, answers) => {
  const page = openPage(answers)

  page.session.send({ text: 'tool stock {"for":"tea"}; next; say Counted' })
  await expect.poll(() => page.texts().at(-1)).toBe('Counted')
  // The text is complete before the answer ends, and only then can the next message be sent.
  await page.ended()
  page.session.send({ text: 'tool cart {}; next; say Put in' })
  await expect.poll(() => page.texts().at(-1)).toBe('Put in')
  await page.ended()

  expect(page.results()).toEqual([
    ['stock', { from: 'server' }],
    ['cart', { from: 'page' }],
  ])
  expect(page.ran).toEqual(['cart'])
  expect(page.failures).toEqual([])
})

test('nor for one that a person is asked about', async () => {
  const page = openPage({ type: 'chat' })

  page.session.send({ text: 'tool refund {}; next; say Done' })
  await expect.poll(() => page.path().at(-1)?.status).toMatchObject({ type: 'requires-action' })
  const [asked] = page.path().at(-1)?.content ?? []
  const toolCallId = asked?.type === 'tool-call' ? asked.toolCallId : ''
  page.session.answerTool(toolCallId, { type: 'approval', isApproved: true })
  await expect.poll(() => page.texts().at(-1)).toBe('Done')

  expect(page.results()).toEqual([['refund', { from: 'server' }]])
  expect(page.ran).toEqual([])
})
