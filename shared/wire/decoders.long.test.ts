import * as ai5 from 'ai-5'
import * as ai6 from 'ai-6'
import * as ai7 from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as untypedStream from 'stream-0.2.36'
import * as newStream from 'stream-0.3.44'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { applyChunk } from '../thread/apply-chunk.ts'
import { createAssistantMessage, type Message, type MessagePart } from '../thread/message.ts'
import { settleMessage } from '../thread/settle-message.ts'
import { anyAnswer, anyCuts, anyDataStream, cutBytes } from './any-stream.test-support.ts'
import type { Chunk } from './chunk.ts'
import { createDataStreamDecoder } from './data-stream-decoder.ts'
import { failOnComplaints } from './reader-complaints.test-support.ts'
import { createEventDecoder, encodeChunk, ENCODED_END, type StreamEvent } from './sse.ts'

// Its own types are lost in modern module resolution; its exports are the same.
const oldStream = untypedStream as unknown as typeof newStream

const RUNS = process.env['ALCOVE_TEST_LONG'] === '1' ? 10_000 : 100
const LIMIT_MS = 30 * 60_000

/** The common content of a part in all readers, with one name for each field. */
type Seen = Readonly<Record<string, unknown>>
interface Reading {
  readonly parts: readonly Seen[]
  readonly data: readonly unknown[]
  readonly notes: unknown
  readonly status?: unknown
}

const seeWords = (type: string, text: string): Seen[] => (text === '' ? [] : [{ type, text }])

function withoutText(part: Seen): Seen {
  const { argsText: _, ...rest } = part
  return rest
}

/** Some readers join consecutive words into one part. */
function joinWords(parts: readonly Seen[]): readonly Seen[] {
  const joined: Seen[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isMore = typeof part['text'] === 'string' && last?.['type'] === part['type']
    if (!last || !isMore) joined.push(part)
    else joined[joined.length - 1] = { ...last, text: String(last['text']) + String(part['text']) }
  }
  return joined
}

async function readOurs(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  decoder: ReadableWritablePair<StreamEvent, BufferSource>,
): Promise<Message> {
  let message = createAssistantMessage('msg_1', '2026-01-02T03:04:05.006Z')
  for await (const event of body.pipeThrough(decoder)) {
    if (event.type === 'chunk') message = applyChunk(message, event.chunk)
  }
  return settleMessage(message, { type: 'incomplete', reason: 'other' })
}

function seeOurs({ content, metadata, status }: Message): Reading {
  return {
    parts: content.flatMap(seeOurPart),
    data: content.flatMap((part) => (part.type === 'data' ? [part.data] : [])),
    notes: metadata.custom,
    status,
  }
}

function seeOurPart(part: MessagePart): Seen[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return seeWords(part.type, part.text)
    case 'tool-call': {
      const { toolCallId: id, toolName: name, args, argsText, state, result, isError } = part
      const isOver = state === 'output-available' || state === 'output-error'
      const outcome = isOver ? { result, isError: isError === true } : {}
      return [{ type: 'call', id, name, args, argsText, ...outcome }]
    }
    case 'source':
      // This format has no documents.
      return part.sourceType === 'url'
        ? [{ type: 'source', id: part.id, url: part.url, title: part.title }]
        : []
    case 'file':
      return [{ type: 'file', url: part.data }]
    default:
      return []
  }
}

// assistant-stream

interface TheirPart {
  readonly type: string
  readonly text: string
  readonly toolCallId: string
  readonly toolName: string
  readonly args: JsonObject
  readonly argsText: string
  readonly result?: JsonValue
  readonly isError?: boolean
  readonly id: string
  readonly url: string
  readonly title?: string
  readonly data: string
  readonly mimeType: string
}

async function readTheirs(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  library: typeof newStream,
  decoder: 'DataStreamDecoder' | 'UIMessageStreamDecoder',
): Promise<Reading> {
  const messages = body
    .pipeThrough(new library[decoder]())
    .pipeThrough(new library.AssistantMessageAccumulator())
  let message: newStream.AssistantMessage | undefined
  for await (const next of messages) message = next
  const parts = (message?.parts ?? []) as unknown as readonly TheirPart[]
  const { unstable_data: data = [], unstable_annotations: notes = [] } = message?.metadata ?? {}
  return {
    parts: parts.flatMap(seeTheirPart),
    data,
    notes: (notes as readonly JsonObject[]).reduce(mergeNotes, {}),
    status: message?.status,
  }
}

/** They keep a list of notes; reading it as one object merges deeply, as the AI SDK does. */
function mergeNotes(base: JsonObject, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([key, value]) => {
    const known = Object.hasOwn(base, key) ? base[key] : undefined
    return [key, isPlainObject(known) && isPlainObject(value) ? mergeNotes(known, value) : value]
  })
  return { ...base, ...(Object.fromEntries(merged) as JsonObject) }
}

function seeTheirPart(part: TheirPart): Seen[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return seeWords(part.type, part.text)
    case 'tool-call': {
      const { toolCallId: id, toolName: name, argsText, result, isError = false } = part
      // Without the symbols that it leaves on them.
      const args = JSON.parse(JSON.stringify(part.args)) as JsonObject
      const said = isError && typeof result === 'string' ? { error: result } : result
      const outcome = result === undefined ? {} : { result: said, isError }
      return [{ type: 'call', id, name, args, argsText, ...outcome }]
    }
    case 'source':
      return [{ type: 'source', id: part.id, url: part.url, title: part.title }]
    case 'file': {
      const isUrl = part.data.startsWith('data:')
      return [
        { type: 'file', url: isUrl ? part.data : `data:${part.mimeType};base64,${part.data}` },
      ]
    }
    default:
      return []
  }
}

/** Old readers have an error's text, new ones its code too. */
function seeStatus(status: unknown): unknown {
  const { type, reason, error } = status as { type: string; reason: string; error?: unknown }
  const text = typeof error === 'object' && error ? (error as { message?: unknown }).message : error
  return { type, reason, ...(text === undefined ? {} : { error: text }) }
}

// ai

interface UiPart {
  readonly type: string
  readonly text: string
  readonly toolCallId: string
  readonly input?: JsonObject
  readonly state: string
  readonly output?: JsonValue
  readonly errorText?: string
  readonly sourceId: string
  readonly url: string
  readonly title?: string
  readonly data: unknown
}

const request = {
  chatId: 'thread',
  messages: [],
  abortSignal: undefined,
  trigger: 'submit-message' as const,
  messageId: undefined,
}

/** Not by iteration: that of `ai` 5 does not end. */
async function readUi(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { DefaultChatTransport, readUIMessageStream }: typeof ai7,
): Promise<Reading> {
  const headers = { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' }
  const respond = () => Promise.resolve(new Response(body, { headers }))
  const transport = new DefaultChatTransport({ fetch: respond })
  const stream = await transport.sendMessages(request)
  const errors: string[] = []
  const onError = (error: unknown) => void errors.push((error as Error).message)
  const reader = readUIMessageStream({ stream, onError }).getReader()
  let parts: readonly UiPart[] = []
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    parts = value.parts as unknown as readonly UiPart[]
  }
  const data = parts.filter((part) => part.type.startsWith('data-')).map((part) => part.data)
  return { parts: parts.flatMap(seeUiPart), data, notes: {}, status: errors }
}

function seeUiPart(part: UiPart): Seen[] {
  if (part.type.startsWith('tool-')) {
    const { toolCallId: id, input: args = {}, state, output, errorText } = part
    const call = { type: 'call', id, name: part.type.slice('tool-'.length), args }
    if (state === 'output-available') return [{ ...call, result: output, isError: false }]
    if (state === 'output-error') return [{ ...call, result: { error: errorText }, isError: true }]
    return [call]
  }
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return seeWords(part.type, part.text)
    case 'source-url':
      return [{ type: 'source', id: part.sourceId, url: part.url, title: part.title }]
    case 'file':
      return [{ type: 'file', url: part.url }]
    default:
      return []
  }
}

failOnComplaints()

/** A list whose first number has only its sign: theirs fail on it, ours have the list without it. */
function endsInSign(chunks: readonly Chunk[]): boolean {
  const deltas = chunks.filter((chunk) => chunk.type === 'tool-input-delta')
  const inputs = Map.groupBy(deltas, ({ toolCallId }) => toolCallId).values()
  return inputs.some((each) =>
    /\[\s*-$/.test(each.map(({ inputTextDelta }) => inputTextDelta).join('')),
  )
}

const bodyOf = (chunks: readonly Chunk[]) => chunks.map(encodeChunk).join('') + ENCODED_END

async function compare<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  check: (each: Case, cuts: readonly number[]) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(cases, anyCuts, check), { numRuns: RUNS })
  console.log(`figure: ${RUNS} streams cut at any bytes, read like ${name} reads them`)
}

test.each([
  // Types of older versions differ in fields that are not used here.
  ['ai 5', ai5 as unknown as typeof ai7],
  ['ai 6', ai6 as unknown as typeof ai7],
  ['ai 7', ai7],
] as const)(
  'reads events like %s, wherever the bytes are cut (R14)',
  async (name, ai) => {
    const cases = anyAnswer({ isInterleaved: true, hasData: true })
    await compare(name, cases, async (chunks, cuts) => {
      fc.pre(!endsInSign(chunks))
      const body = bodyOf(chunks)
      const ours = seeOurs(await readOurs(cutBytes(body, cuts), createEventDecoder()))
      const theirs = await readUi(cutBytes(body, cuts), ai)

      const parts = ours.parts.map(withoutText)
      expect({ parts, data: ours.data }).toEqual({ parts: theirs.parts, data: theirs.data })
      const { error } = ours.status as { error?: unknown }
      expect(error === undefined ? [] : [error]).toEqual(theirs.status)
    })
  },
  LIMIT_MS,
)

test(
  'reads events like assistant-stream 0.3.44, wherever the bytes are cut',
  async () => {
    const cases = anyAnswer({ isInterleaved: false, hasData: false })
    await compare('assistant-stream 0.3.44 (events)', cases, async (chunks, cuts) => {
      const body = bodyOf(chunks)
      const ours = seeOurs(await readOurs(cutBytes(body, cuts), createEventDecoder()))
      const theirs = await readTheirs(cutBytes(body, cuts), newStream, 'UIMessageStreamDecoder')

      // This reader rewrites arguments instead of keeping their text.
      expect(joinWords(ours.parts.map(withoutText))).toEqual(
        joinWords(theirs.parts.map(withoutText)),
      )
    })
  },
  LIMIT_MS,
)

test.each([
  ['0.2.36', oldStream, true],
  ['0.3.44', newStream, false],
] as const)(
  'reads a data stream like assistant-stream %s, wherever the bytes are cut',
  async (version, library, isContiguous) => {
    const cases = anyDataStream({ isContiguous })
    await compare(`assistant-stream ${version} (data stream)`, cases, async (body, cuts) => {
      const message = await readOurs(cutBytes(body, cuts), createDataStreamDecoder())
      const ours = seeOurs(message)
      const theirs = await readTheirs(cutBytes(body, cuts), library, 'DataStreamDecoder')

      expect(joinWords(ours.parts)).toEqual(joinWords(theirs.parts))
      expect(ours.data).toEqual(theirs.data)
      expect(ours.notes).toEqual(theirs.notes)
      // A call without a result is pending here, for every reason of the stream.
      const waits = message.status?.type === 'requires-action'
      expect(waits || seeStatus(ours.status)).toEqual(waits || seeStatus(theirs.status))
    })
  },
  LIMIT_MS,
)
