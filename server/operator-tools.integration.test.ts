import { createServer, type Server } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { parseInterrupt } from '../shared/thread/interrupt.ts'
import type { Chunk } from '../shared/wire/chunk.ts'
import { createChatClient, userMessage, type ChatClient } from './testing/chat-client.ts'

const DEFINE_CONFIG = pathToFileURL(join(REPOSITORY_ROOT, 'server/projects/define-config.ts')).href

/** An operator's file: a service, one that redirects, and a tool that needs an authorisation. */
const configOf = (service: string) => `
import { createInterrupt, defineConfig } from '${DEFINE_CONFIG}'
let isAuthorised = false
const parameters = { type: 'object', properties: { for: { type: 'string' } } }
const headers = { Authorization: 'Bearer hunter2' }
export default defineConfig({
  projects: {
    default: {
      authorization: {
        connectUrl: 'https://shop.example/connect',
        verificationHosts: ['login.example'],
      },
      assistants: {
        default: {
          tools: [
            { name: 'stock', parameters, endpoint: { url: '${service}/stock', headers } },
            { name: 'sent_on', parameters, endpoint: { url: '${service}/sent-on', headers } },
            {
              name: 'calendar',
              parameters,
              execute: (args) => {
                if (isAuthorised) return { day: args.for }
                isAuthorised = true
                throw createInterrupt({ code: 'TokenVaultError', connection: 'google-oauth2' })
              },
            },
          ],
        },
      },
    },
  },
})
`

let folder: string
let service: Server
let model: ModelServer
let alcove: AlcoveServer
let client: ChatClient
const asked: { path: string; authorization: string | undefined; body: unknown }[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => (body += data.toString()))
    request.on('end', () => {
      const { url: path = '', headers } = request
      asked.push({ path, authorization: headers.authorization, body: JSON.parse(body || 'null') })
      if (path === '/sent-on') response.writeHead(302, { Location: '/secret' }).end()
      else response.end('{"left":3}')
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'alcove-tools-'))
  const { port } = service.address() as AddressInfo
  await writeFile(join(folder, 'alcove.config.ts'), configOf(`http://127.0.0.1:${port}`))
  model = await startModelServer()
  alcove = await startAlcove({ env: { ...environment(), ALCOVE_ALLOW_LOCAL_TOOLS: '1' } })
  client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
})
afterAll(async () => {
  await alcove?.stop()
  await model?.stop()
  service?.close()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({
  ALCOVE_CONFIG: join(folder, 'alcove.config.ts'),
  ALCOVE_MODEL: 'openai-compatible/any',
  OPENAI_BASE_URL: model.url,
})

async function ask(thread: string, script: string) {
  const answer = await client.chat({ thread, messages: [userMessage(script)] })
  const chunks: Chunk[] = await Array.fromAsync(answer.chunks())
  return { chunks, row: (await client.messages(thread)).at(-1) }
}

test('a service answers a call, and its key stays on the server', async () => {
  const { chunks, row } = await ask('stock', 'tool stock {"for":"tea"}; next; say Three')

  expect(row?.content.content).toMatchObject([{ result: { left: 3 } }, { text: 'Three' }])
  expect(asked).toContainEqual({
    path: '/stock',
    authorization: 'Bearer hunter2',
    body: {
      toolCallId: `${row?.id}.call_1`,
      name: 'stock',
      arguments: { for: 'tea' },
      user: {
        projectId: 'default',
        workspaceId: expect.any(String),
        userId: expect.stringMatching(/^usr_anon_/),
      },
    },
  })
  // The line of the call comes after those of its tools.
  await expect.poll(() => alcove.output()).toContain('/v1/chat')
  const told = JSON.stringify([chunks, row, model.requests.map(({ body }) => body)])
  expect(told + alcove.output()).not.toContain('hunter2')
})

test('a service that sends elsewhere is not followed', async () => {
  const { row } = await ask('sent-on', 'tool sent_on {"for":"tea"}; next; say Sorry')

  expect(row?.content.content).toMatchObject([{ isError: true }, { text: 'Sorry' }])
  const paths = asked.map(({ path }) => path)
  expect(paths).toContain('/sent-on')
  expect(paths).not.toContain('/secret')
})

test('a service on this machine keeps the server from starting, unless that is allowed', async () => {
  await expect(startAlcove({ env: environment() })).rejects.toThrow(
    /projects\.default\.assistants\.default: The tool stock has an endpoint on this machine.*ALCOVE_ALLOW_LOCAL_TOOLS=1/s,
  )
})

test('a call waits for an authorisation, and goes on with the same arguments', async () => {
  const { chunks, row } = await ask('calendar', 'tool calendar {"for":"monday"}; next; say Done')

  const last = chunks.findLast((chunk) => chunk.type === 'error')
  expect(parseInterrupt(last?.errorText ?? '')).toMatchObject({
    code: 'TokenVaultError',
    connection: 'google-oauth2',
    toolCall: { name: 'calendar' },
  })
  expect(row?.content.status).toMatchObject({ type: 'requires-action', reason: 'interrupt' })
  const usage = { inputTokens: expect.any(Number), outputTokens: expect.any(Number) }
  expect(row?.content.metadata).toMatchObject({ steps: [{ usage }] })

  const output = { continueInterruption: true, toolName: 'calendar' }
  const toolCallId = parseInterrupt(last?.errorText ?? '')?.toolCall.id
  const parts = [{ type: 'tool-calendar', toolCallId, state: 'output-available', output }]
  const response = await client.call('/chat', {
    method: 'POST',
    headers: { 'alcove-stream': '1' },
    body: JSON.stringify({
      id: 'calendar',
      trigger: 'submit-message',
      messages: [{ id: row?.id, role: 'assistant', parts }],
    }),
  })
  await response.text()

  const after = (await client.messages('calendar')).at(-1)
  expect(after?.id).toBe(row?.id)
  expect(after?.content.content).toMatchObject([{ result: { day: 'monday' } }, { text: 'Done' }])
  expect(after?.content.metadata).toMatchObject({ steps: [{ usage }, { usage }] })
})

test('the frame is told where to authorise by the operator’s file', async () => {
  const page = await (await fetch(`http://127.0.0.1:${alcove.port}/frame`)).text()

  expect(page).toContain('https://shop.example/connect')
  expect(page).toContain('login.example')
})
