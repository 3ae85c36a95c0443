import { vi } from 'vitest'
import type { BackendTool } from '../models/backend-tool.ts'
import { createModel } from '../models/create-assistants.ts'
import type { Model } from '../models/model.ts'
import type { ModelLogEntry } from '../models/model-log.ts'
import { createInstantClock } from '../models/testing/ask-model.ts'
import { toMessage } from '../runs/read-history.ts'
import { isContextFull } from '../../shared/thread/settle-message.ts'
import { FAILURE_TEXTS } from '../models/provider-failure.ts'
import { readAttachments } from '../../shared/thread/attachment.ts'
import { isBlankPart, type Message } from '../../shared/thread/message.ts'
import { errorOf } from '../../shared/thread/call-state.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import { answerBody, chatBody, createRunsWorld, readAll } from './create-runs-world.ts'
import { startStreamReplay, type StreamPiece } from './replay-streams.ts'
import type { Protocol, StoredAnswer, StreamCase, ToolRun } from './stream-cases.ts'

const MODELS: Readonly<Record<Protocol, string>> = {
  chat: 'openai-compatible/test-model',
  responses: 'openai/test-model',
  anthropic: 'anthropic/test-model',
}

const STREAM = { status: 200, headers: { 'content-type': 'text/event-stream' } }

/** Sentences of the frame below an answer that did not complete normally, by the reason of its end. */
const NOTES: Readonly<Record<string, string>> = {
  length: 'The answer reached its maximum length.',
  'content-filter': 'The answer was ended by a content filter.',
  other: 'The answer ended early.',
  'tool-calls': 'The answer ended early.',
  cancelled: 'Stopped',
}
const BLANK_NOTE = 'The assistant said nothing.'

export type StreamsWorld = Awaited<ReturnType<typeof createStreamsWorld>>

export interface StreamsWorldOptions {
  /** Returns the address that the models are asked at, by the one of the replay. Default: the replay itself. */
  readonly addressOf?: (replay: string) => string | Promise<string>
}

/**
 * Runs with three tools over their own database, whose model is a server on this machine that replays streams.
 *
 * @param afterTools the pieces that follow the results of tools.
 */
export async function createStreamsWorld(
  afterTools: Readonly<Record<Protocol, StreamPiece[]>>,
  { addressOf = (replay) => replay }: StreamsWorldOptions = {},
) {
  const runs: ToolRun[] = []
  let model: Model | undefined
  let asked: StreamCase | undefined
  let calls = 0
  const server = await startStreamReplay((body) => {
    const { protocol, afterTools: own = afterTools[protocol] } = asked!
    if (holdsResult(body)) return { ...STREAM, chunks: own }
    calls += 1
    return asked!
  }, passTime)
  const address = await addressOf(server.url)
  const chosen: Model = {
    name: 'replayed/any',
    stream: (request, signal) => model!.stream(request, signal),
  }
  const world = await createRunsWorld({
    // Without a maximum, Anthropic's package warns that it knows no model of this name.
    assistant: { model: chosen, tools: createTools(runs), maxSteps: 5, maxOutputTokens: 1_000 },
  })

  /** Asks one question, and returns the stored answer. */
  async function ask(each: StreamCase): Promise<StoredAnswer> {
    runs.length = 0
    const log: ModelLogEntry[] = []
    asked = each
    calls = 0
    const hasSilence = each.chunks.some((piece) => typeof piece === 'object' && 'pauseMs' in piece)
    if (hasSilence) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      model = connect(each.protocol, address, log)
      const question = { type: 'text' as const, text: 'What is it?' }
      await readAll(await world.submit(chatBody(each.id, `q-${each.id}`, [question])))
      if (each.approves) await approve(each.id)
    } finally {
      vi.useRealTimers()
    }
    const message = await readMessage(each.id)
    return {
      ...read(message),
      files: await readFiles(message),
      toolRuns: [...runs],
      log,
      retries: calls - 1,
    }
  }

  async function readMessage(thread: string): Promise<Message> {
    return toMessage((await world.rows(thread)).at(-1)!)!
  }

  /** Approves each call of the last answer that asks for it. */
  async function approve(thread: string): Promise<void> {
    const { id } = (await world.rows(thread)).at(-1)!
    const { content } = await readMessage(thread)
    const parts = content.flatMap((part): UiMessage['parts'] =>
      part.type === 'tool-call' && part.approval
        ? [
            {
              type: `tool-${part.toolName}`,
              toolCallId: part.toolCallId,
              input: part.args,
              state: 'approval-responded',
              approval: { id: part.approval.id, approved: true },
            },
          ]
        : [],
    )
    await readAll(await world.submit(answerBody(thread, id, ...parts)))
  }

  async function readFiles({ metadata }: Message): Promise<StoredAnswer['files']> {
    return Promise.all(
      readAttachments(metadata.custom, () => {}).map(async ({ url, contentType }) => {
        const { bytes } = await world.files.read((await world.files.find(world.ada, url))!)
        return { type: contentType, bytesBase64: Buffer.from(bytes).toString('base64') }
      }),
    )
  }

  async function close(): Promise<void> {
    await world.runs.drain(0)
    await world.close()
    await server.stop()
  }

  return { ...world, ask, close }
}

/** Time of the faked timers, in steps that the limits of a provider notice. */
async function passTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

function createTools(runs: ToolRun[]): BackendTool[] {
  const needs = (name: string) => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  })
  const tool = (
    name: string,
    parameters: BackendTool['parameters'],
    result: string,
  ): BackendTool => ({
    name,
    parameters,
    execute(args) {
      runs.push({ name, args })
      return result.replace('<city>', typeof args['city'] === 'string' ? args['city'] : '')
    },
  })
  return [
    tool('weather', needs('city'), 'sun in <city>'),
    tool('now', { type: 'object', properties: {} }, 'noon'),
    { ...tool('remove', needs('what'), 'removed'), needsApproval: true },
  ]
}

function connect(protocol: Protocol, url: string, log: ModelLogEntry[]): Model {
  const providers = {
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'k',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'k',
  }
  return createModel(
    { model: MODELS[protocol], providers },
    { log: (entry) => log.push(entry), clock: createInstantClock(), limits: {} },
  )
}

/** True if a request gives the model the result of a tool, in each protocol. */
const holdsResult = (body: unknown): boolean =>
  /"role":"tool"|"type":"function_call_output"|"type":"tool_result"/.test(JSON.stringify(body))

function read(message: Message): Omit<StoredAnswer, 'files' | 'toolRuns' | 'log' | 'retries'> {
  const { content, status } = message
  const wordsOf = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type ? part.text : '')).join('')
  return {
    text: wordsOf('text'),
    reasoning: wordsOf('reasoning'),
    calls: content.flatMap((part) =>
      part.type === 'tool-call' ? [{ name: part.toolName, args: part.args }] : [],
    ),
    toolErrors: content.flatMap((part) =>
      part.type === 'tool-call' && errorOf(part) !== '' ? [part.toolName] : [],
    ),
    finish: status && 'reason' in status ? `${status.type}/${status.reason}` : String(status?.type),
    note: noteOf(message),
    sources: content.flatMap((part) =>
      part.type === 'source'
        ? [{ ...(part.sourceType === 'url' ? { url: part.url } : {}), title: part.title }]
        : [],
    ),
  }
}

function noteOf(message: Message): string | null {
  const { content, status, metadata } = message
  switch (status?.type) {
    case 'incomplete':
      if (isContextFull(message)) return FAILURE_TEXTS['too-long']
      return status.reason === 'error'
        ? JSON.stringify(status.error).slice(1, -1)
        : NOTES[status.reason]!
    case 'complete': {
      const isBlank = content.every((part) => part.type === 'reasoning' || isBlankPart(part))
      return isBlank && readAttachments(metadata.custom, () => {}).length === 0 ? BLANK_NOTE : null
    }
    default:
      return null
  }
}
