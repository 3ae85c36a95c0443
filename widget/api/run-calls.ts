import type { JsonObject } from '../../shared/json.ts'
import {
  DATA_STREAM_FORMAT,
  SUGGESTIONS_ASSISTANT,
  TITLE_ASSISTANT,
} from '../../shared/wire/runs.ts'
import type { Requests } from './create-requests.ts'
import { type ByteStream, openStream } from './open-stream.ts'

const PLAIN = 'text/plain'
const EVENTS = 'text/event-stream'

/** A message as runtimes send it. The server ignores unknown fields. */
export interface RunMessage {
  readonly role: string
  readonly content: unknown
}

export interface AssistantRun {
  readonly assistantId: string
  /** Absent: the run does not read a thread. */
  readonly threadId?: string | undefined
  readonly messages: readonly RunMessage[]
  /** Requested protocol; a server may answer with the other one. Default `data-stream`. */
  readonly protocol?: RunProtocol
  /** Sent besides: `system`, `tools`, settings of the call. */
  readonly settings?: JsonObject
}

export type RunProtocol = 'data-stream' | 'ui-message-stream'

export interface RunStream {
  /** Protocol of the bytes, which may differ from the requested one. */
  readonly protocol: RunProtocol
  readonly body: ByteStream
}

/** Streams the pieces of a thread's title, which the server stores. */
export async function streamTitle(
  requests: Requests,
  threadId: string,
  messages: readonly RunMessage[],
  signal: AbortSignal,
): Promise<ReadableStream<string>> {
  const body = await openText(requests, TITLE_ASSISTANT, threadId, messages, signal)
  return body.pipeThrough(new TextDecoderStream())
}

/** Returns questions that the person may ask after the last message, an answer. */
export async function readSuggestions(
  requests: Requests,
  threadId: string,
  messages: readonly RunMessage[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const body = await openText(requests, SUGGESTIONS_ASSISTANT, threadId, messages, signal)
  const text = await new Response(body).text()
  return text.split('\n').filter((line) => line !== '')
}

/** Opens the text of an assistant that the server has for its own tasks. */
async function openText(
  requests: Requests,
  assistantId: string,
  threadId: string,
  messages: readonly RunMessage[],
  signal: AbortSignal,
): Promise<ByteStream> {
  const { body } = await openStream(
    requests,
    {
      method: 'POST',
      path: '/runs/stream',
      headers: { Accept: PLAIN },
      body: { thread_id: threadId, assistant_id: assistantId, messages },
      mayMint: false,
    },
    [PLAIN],
    signal,
  )
  return body
}

/** Streams an assistant's answer, which the caller stores. */
export async function streamRun(
  requests: Requests,
  { assistantId, threadId, messages, protocol = 'data-stream', settings }: AssistantRun,
  signal: AbortSignal,
): Promise<RunStream> {
  const thread = threadId === undefined ? {} : { thread_id: threadId }
  const { headers, body } = await openStream(
    requests,
    {
      method: 'POST',
      path: '/runs/stream',
      headers: { Accept: protocol === 'data-stream' ? PLAIN : EVENTS },
      body: {
        ...settings,
        ...thread,
        assistant_id: assistantId,
        response_format: DATA_STREAM_FORMAT,
        messages,
      },
      mayMint: true,
    },
    [PLAIN, EVENTS],
    signal,
  )
  return { protocol: protocolOf(headers), body }
}

/** The public cloud always streams UI messages. Its header says so, so the header has precedence. */
function protocolOf(headers: Headers): RunProtocol {
  if (headers.has('x-vercel-ai-data-stream')) return 'data-stream'
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'ui-message-stream'
  return headers.get('Content-Type')?.startsWith(EVENTS) ? 'ui-message-stream' : 'data-stream'
}
