import type { JsonObject } from '../../shared/json.ts'
import { DATA_STREAM_FORMAT, TITLE_ASSISTANT } from '../../shared/wire/runs.ts'
import type { Requests } from './create-requests.ts'
import { type ByteStream, openStream } from './open-stream.ts'

const PLAIN = 'text/plain'
const EVENTS = 'text/event-stream'

/** A message as runtimes send it; what the server does not know it ignores. */
export interface RunMessage {
  readonly role: string
  readonly content: unknown
}

export interface AssistantRun {
  readonly assistantId: string
  /** Without one nothing of a thread is read. */
  readonly threadId?: string | undefined
  readonly messages: readonly RunMessage[]
  /** Which of the two is asked for; a server may answer with the other. Default `data-stream`. */
  readonly protocol?: RunProtocol
  /** Sent beside these: `system`, `tools`, settings of the call. */
  readonly settings?: JsonObject
}

export type RunProtocol = 'data-stream' | 'ui-message-stream'

export interface RunStream {
  /** How the bytes are to be read, whatever was asked for. */
  readonly protocol: RunProtocol
  readonly body: ByteStream
}

/** The pieces of a thread's title; the server keeps it. */
export async function streamTitle(
  requests: Requests,
  threadId: string,
  messages: readonly RunMessage[],
  signal: AbortSignal,
): Promise<ReadableStream<string>> {
  const { body } = await openStream(
    requests,
    {
      method: 'POST',
      path: '/runs/stream',
      headers: { Accept: PLAIN },
      body: { thread_id: threadId, assistant_id: TITLE_ASSISTANT, messages },
      mayMint: false,
    },
    [PLAIN],
    signal,
  )
  return body.pipeThrough(new TextDecoderStream())
}

/** An assistant's answer, which the caller saves itself. */
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

/** The public cloud streams UI messages whatever the format asked for; its header says so. */
function protocolOf(headers: Headers): RunProtocol {
  if (headers.has('x-vercel-ai-data-stream')) return 'data-stream'
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'ui-message-stream'
  return headers.get('Content-Type')?.startsWith(EVENTS) ? 'ui-message-stream' : 'data-stream'
}
