import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { NOTICE_EVENTS, type NoticeEvent } from '../../shared/desk/notices.ts'
import { createGuardedTell } from '../files/fetch/guarded-tell.ts'
import { createNoticeSender, type NoticeSenderParts } from '../notices/create-sender.ts'
import { createHookSecret, createHookSecrets } from '../notices/hook-secrets.ts'
import type { NewFacts, Scope, Store } from '../store/store.ts'

export const NOTICE_KEY = Buffer.alloc(32, 7)
const secrets = createHookSecrets(NOTICE_KEY)

/** A call that a receiver got. */
export interface ReceivedNotice {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks for one test; `answer` is 200 by default. */
export async function startReceiver(answer?: RequestListener, port = 0) {
  const received: ReceivedNotice[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (answer) answer(request, response)
      else response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  onTestFinished(stop)
  const { port: own } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${own}/hook`, port: own, received, stop }
}

/** A sender that may call this machine. */
export const createTestSender = (store: Store, parts: Partial<NoticeSenderParts> = {}) =>
  createNoticeSender({
    store,
    tell: createGuardedTell({ allowsLoopback: true }),
    secrets,
    addressOf: () => undefined,
    readReport: () => Promise.resolve({}),
    onError(error) {
      throw error
    },
    ...parts,
  })

/** Adds a webhook. Returns its id and its secret. */
export async function addHook(
  store: Store,
  projectId: string,
  url: string,
  events: readonly NoticeEvent[] = NOTICE_EVENTS,
) {
  const secret = createHookSecret()
  const { id } = await store.notices.hooks.add(projectId, {
    url,
    events,
    sealed: secrets.seal(secret),
  })
  return { id, secret }
}

/** Makes a new secret of a webhook. */
export async function rotateSecret(store: Store, projectId: string, hookId: string) {
  const secret = createHookSecret()
  await store.notices.hooks.addSecret(projectId, hookId, secrets.seal(secret))
  return secret
}

/** Asks and answers once; the first question of a thread is told as its start. Returns the thread. */
export async function answerOnce(
  store: Store,
  scope: Scope,
  facts: Partial<NewFacts> = {},
  thread: string = randomUUID(),
) {
  const time = new Date(store.now()).toISOString()
  const content = { role: 'user', content: [{ type: 'text', text: 'Where is it?' }] }
  const { run } = await store.runs.start(scope, {
    thread,
    owner: 'server',
    leaseUntil: time,
    turn: { type: 'submit', parent: null, externalId: randomUUID(), format: 'aui/v0', content },
  })
  const answer = { role: 'assistant', content: [] }
  await store.runs.finish(run, { format: 'aui/v0', content: answer })
  await store.facts.save({
    projectId: scope.projectId,
    threadId: run.threadId,
    messageId: run.messageId,
    day: time.slice(0, '2026-11-29'.length),
    assistant: 'default',
    model: 'openai/gpt-5',
    language: 'en',
    startedAt: time,
    endedAt: time,
    firstWordMs: 1,
    wholeMs: 1,
    inputTokens: 1,
    cachedTokens: 0,
    outputTokens: 1,
    reasoningTokens: 0,
    costMicros: 1,
    state: 'complete',
    error: null,
    isUnanswered: false,
    tools: [],
    sources: [],
    page: 'https://shop.example/lamps',
    question: { id: run.parentId, askedAt: time, text: 'Where is it, •••?', words: 'where' },
    ...facts,
  })
  return { thread, threadId: run.threadId, messageId: run.messageId }
}
