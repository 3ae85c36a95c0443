import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { frameConfigSchema } from '../../shared/wire/frame-config.ts'
import type { ProjectBlock } from '../projects/project-schema.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

let world: TestApp | undefined
afterEach(() => world?.close())

/** What the frame of a project is told, and where it may call. */
async function openFrame(block: ProjectBlock) {
  world = await createTestApp({ config: { projects: { shop: { ...block, hosts: [HOST] } } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  const response = await world.request('/p/shop/frame')
  const content = /<meta name="alcove" content="([^"]*)" \/>/.exec(await response.text())?.[1] ?? ''
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  return {
    config: v.parse(frameConfigSchema, JSON.parse(content.replaceAll('&quot;', '"'))),
    calls: /connect-src ([^;]*);/.exec(policy)?.[1],
  }
}

const HOST = 'https://shop.example'
const LIMITS = {
  userTextCharacters: 32_000,
  filesPerMessage: 10,
  fileBytes: 20_971_520,
  anonymousFileBytes: 5_242_880,
  imageBytes: 5_242_880,
  toolsPerRun: 32,
  toolSchemaBytes: 16_384,
}
const PLAIN = { project: 'shop', basePath: '/p/shop', allowedHosts: [HOST], limits: LIMITS }

test('a frame whose project says nothing of answers is told nothing of them', async () => {
  expect(await openFrame({})).toEqual({ config: PLAIN, calls: "'self'" })
})

test('a frame is told of a chat endpoint, and may call it', async () => {
  expect(await openFrame({ chatEndpoint: 'https://bot.example/turn?x=1' })).toEqual({
    config: { ...PLAIN, chatEndpoint: 'https://bot.example/turn?x=1' },
    calls: "'self' https://bot.example",
  })
})

test('a frame is told which assistant answers, by calls of its own base', async () => {
  const assistants = { default: {}, sales: {} }

  expect(await openFrame({ assistant: 'sales', assistants })).toEqual({
    config: { ...PLAIN, assistant: 'sales' },
    calls: "'self'",
  })
})

test('a frame is told what its project takes, as people hear of it', async () => {
  const limits = {
    fileBytes: 1_000_000,
    filesPerMessage: 3,
    userTextCharacters: 50,
    toolsPerRun: 4,
  }
  const fileTypes = ['image/*', 'application/pdf']

  const { config } = await openFrame({ limits, fileTypes })

  // Visitors without a name never have more than others.
  expect(config).toEqual({
    ...PLAIN,
    limits: { ...LIMITS, ...limits, anonymousFileBytes: 1_000_000 },
    fileTypes,
  })
})
