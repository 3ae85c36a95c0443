import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createQuestions, QUESTION_TOKENS_MAX } from '../models/model-questions.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const SECRET = 'a secret of this test, which is long enough'

type Env = Readonly<Record<string, string>>

/** @param config text of a configuration. */
async function createFolder(config?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-models-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'alcove.config.ts')
  if (config !== undefined) await writeFile(path, config)
  return (env: Env, ...flags: readonly string[]) =>
    runAlcoveHere({ dataDir: folder, databaseUrl: undefined }, ['doctor', '--model', ...flags], {
      ALCOVE_SECRET: SECRET,
      ...(config === undefined ? {} : { ALCOVE_CONFIG: path }),
      ...env,
    })
}

const questionOf = (index: number): string => {
  const [part] = createQuestions()[index]!.request.messages[0]!.content
  return part?.type === 'text' ? part.text : ''
}

async function startAbleModel() {
  const model = await startModelServer()
  onTestFinished(() => model.stop())
  model.teach(questionOf(0), 'say hello')
  model.teach(questionOf(1), 'tool report_colour {"colour":"blue"}')
  model.teach(questionOf(2), 'say Red.')
  model.teach(questionOf(3), 'reason 17 by 20 and by 3; say 391')
  return model
}

/** A server that answers with a word, and refuses all else. */
async function startPlainModel() {
  const server = createServer(async (request, response) => {
    const body = JSON.stringify(await Array.fromAsync(request).then((all) => all.join('')))
    if (/tool|image_url/.test(body)) {
      const message = body.includes('image_url')
        ? 'this model takes no image'
        : 'library/tiny does not support tools'
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const choice = { index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }
    response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('says all that a model can do, for few tokens', async () => {
  const doctor = await createFolder()
  const model = await startAbleModel()

  const { code, out } = await doctor({
    ALCOVE_MODEL: 'openai-compatible/able',
    OPENAI_BASE_URL: model.url,
  })

  expect(out.trimEnd().split('\n')).toEqual([
    'openai-compatible/able (ALCOVE_MODEL)',
    '  It answers.',
    '  It calls tools.',
    '  It reads pictures.',
    '  It shows its reasoning.',
  ])
  expect(code).toBe(0)
  const asked = model.requests.map(({ body }) => body as { max_tokens?: number })
  expect(asked.map(({ max_tokens: most }) => most)).toEqual(Array(4).fill(QUESTION_TOKENS_MAX))
})

test('says what a model cannot do, with the provider’s words and what to change', async () => {
  const doctor = await createFolder()
  const env = { ALCOVE_MODEL: 'openai-compatible/tiny', OPENAI_BASE_URL: await startPlainModel() }

  const { code, out } = await doctor(env)

  const [, word, tool, picture, reasoning] = out.split('\n')
  expect(word).toBe('  It answers.')
  expect(tool).toMatch(/^ {2}It does not call tools \(setup, 400, 127\.0\.0\.1:\d+\): library/)
  expect(tool).toContain('does not support tools. Name a model that takes tools (ALCOVE_MODEL')
  expect(picture).toContain('It does not read pictures (refused, 400')
  expect(picture).toContain('takes no image')
  expect(reasoning).toContain('It shows no reasoning. Nothing has to be changed')
  expect(code).toBe(0)
})

test('an assistant with tools needs a model that calls them', async () => {
  const doctor = await createFolder(`export default { projects: { shop: { assistants: { default: {
    model: 'openai-compatible/tiny',
    tools: [{ name: 'stock', parameters: { type: 'object' }, execute: () => 1 }],
  } } } } }`)

  const { code, out } = await doctor({ OPENAI_BASE_URL: await startPlainModel() }, '--json')

  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({
    models: [
      {
        model: 'openai-compatible/tiny',
        used_by: ['projects.shop.assistants.default'],
        can: { word: true, tool: false, picture: false, reasoning: false },
        problems: {
          tool: expect.stringContaining('does not support tools'),
          picture: expect.stringContaining('no image'),
        },
        not_asked: null,
        failed: true,
      },
    ],
  })
})

test('asks a model once for all that use it, and the others too', async () => {
  const doctor = await createFolder(`export default { projects: { shop: { assistants: {
    default: {}, helper: { model: 'openai-compatible/able' }, demo: { model: 'demo' },
    clever: { model: 'anthropic/some' },
  } } } }`)
  const model = await startAbleModel()

  const { code, out } = await doctor({
    ALCOVE_MODEL: 'openai-compatible/able',
    OPENAI_BASE_URL: model.url,
  })

  const able = '(ALCOVE_MODEL, projects.shop.assistants.default, projects.shop.assistants.helper)'
  expect(out).toContain(`openai-compatible/able ${able}`)
  expect(out).toContain('  It is the built-in demo model')
  expect(out).toContain('  It was not asked: ANTHROPIC_API_KEY is not set')
  expect(code).toBe(1)
  expect(model.requests).toHaveLength(4)
})

test('asks a model that does not answer only once', async () => {
  const doctor = await createFolder()
  const model = await startModelServer()
  onTestFinished(() => model.stop())
  model.teach(questionOf(0), 'status 401')

  const { code, out } = await doctor({
    ALCOVE_MODEL: 'openai-compatible/able',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sesame-open',
  })

  expect(out).toContain('It does not answer (key, 401')
  expect(out).toContain('Set OPENAI_API_KEY to a key that the provider accepts')
  expect(out).not.toContain('sesame-open')
  expect(code).toBe(1)
  expect(model.requests).toHaveLength(1)
})
