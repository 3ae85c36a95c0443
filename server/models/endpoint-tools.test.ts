import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import {
  type EndpointTool,
  TOOL_TEXTS,
  checkEndpoint,
  ENDPOINT_ANSWER_MAX_BYTES,
  ENDPOINT_TEXTS,
  toBackendTool,
  type PostTool,
} from './backend-tool.ts'
import { resumeCalls } from './run-calls.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const stock: EndpointTool = {
  name: 'stock',
  parameters: { type: 'object' },
  endpoint: { url: 'https://tools.test/stock', headers: { Authorization: 'Bearer hunter2' } },
}
const stored: ToolCallPart = {
  type: 'tool-call',
  toolCallId: 'c1',
  toolName: 'stock',
  state: 'approval-responded',
  args: { for: 'tea' },
  argsText: '{"for":"tea"}',
}

async function run(post: PostTool, tool: EndpointTool = stock) {
  const failures: unknown[] = []
  const backend = {
    tools: [toBackendTool(tool, post)],
    caller,
    argsBytes: 1_000,
    resultBytes: 1_000,
  }
  const onFailure = (_name: string, error: unknown) => failures.push(error)
  const signal = new AbortController().signal
  const [chunk] = await Array.fromAsync(
    resumeCalls([stored], { backend, answerId: 'msg_1', signal, onFailure }),
  )
  return { chunk, failures }
}

const answering =
  (text: string, status = 200): PostTool =>
  async () => ({ status, body: Buffer.from(text) })

test('sends the call and who asked, and gives the answer back', async () => {
  const sent: unknown[] = []
  const { chunk } = await run(async (url, { headers, body, maxBytes }) => {
    sent.push(url, headers, JSON.parse(body), maxBytes)
    return { status: 200, body: Buffer.from('{"left":3}') }
  })

  expect(chunk).toEqual({ type: 'tool-output-available', toolCallId: 'c1', output: { left: 3 } })
  expect(sent).toEqual([
    'https://tools.test/stock',
    { Authorization: 'Bearer hunter2' },
    { toolCallId: 'msg_1.c1', name: 'stock', arguments: { for: 'tea' }, user: caller },
    ENDPOINT_ANSWER_MAX_BYTES,
  ])
})

test.each<[string, PostTool, string]>([
  ['answers with an error', answering('hunter2', 500), ENDPOINT_TEXTS.refused],
  ['sends elsewhere', answering('hunter2', 302), ENDPOINT_TEXTS.refused],
  ['answers with no JSON', answering('<p>hunter2'), TOOL_TEXTS.noJson],
  ['answers with nothing', answering('', 204), TOOL_TEXTS.noJson],
  ['answers with too much', answering(`"${'x'.repeat(999)}"`), TOOL_TEXTS.large(1_000)],
  [
    'cannot be reached',
    () => Promise.reject(new AlcoveError('unavailable', 'nobody answers')),
    ENDPOINT_TEXTS.unreachable,
  ],
  [
    'answers with more than is read',
    () => Promise.reject(new AlcoveError('too_large', 'too large')),
    TOOL_TEXTS.large(ENDPOINT_ANSWER_MAX_BYTES),
  ],
])('reports in its own words that a service %s', async (_, post, errorText) => {
  const { chunk, failures } = await run(post)

  expect(chunk).toEqual({ type: 'tool-output-error', toolCallId: 'c1', errorText })
  expect(failures).toHaveLength(1)
  const [error] = failures as AlcoveError[]
  expect(error?.message).not.toContain('hunter2')
  expect(String(error?.cause)).not.toContain('hunter2')
})

test('takes the largest answer', async () => {
  expect((await run(answering(`"${'x'.repeat(998)}"`))).chunk?.type).toBe('tool-output-available')
})

test('waits as long as the tool says, and no longer', async () => {
  const slow: PostTool = (_url, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended')))
      setTimeout(resolve, 60, { status: 200, body: Buffer.from('1') })
    })
  const within = (timeoutMs: number) =>
    run(slow, { ...stock, endpoint: { ...stock.endpoint, timeoutMs } })

  expect((await within(10)).chunk).toMatchObject({ errorText: TOOL_TEXTS.slow })
  expect((await within(5_000)).chunk).toMatchObject({ output: 1 })
})

test('refuses an endpoint on this machine, unless the operator allows it', () => {
  const local = (url: string) => ({ ...stock, endpoint: { url } })

  for (const url of [
    'http://localhost:1/x',
    'https://localhost/',
    'http://127.0.0.1/',
    'https://[::1]/',
  ]) {
    expect(() => checkEndpoint(local(url), false)).toThrow(/tool stock has an endpoint on this/)
    expect(() => checkEndpoint(local(url), true)).not.toThrow()
  }
  expect(() => checkEndpoint(stock, false)).not.toThrow()
})
