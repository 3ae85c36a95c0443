import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUIMessageStream, pipeUIMessageStreamToResponse, type UIMessage } from 'ai-5'

/** A call to a chat endpoint. */
export interface EndpointCall {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: {
    readonly id: string
    readonly trigger: string
    readonly messageId?: string
    readonly messages: readonly UIMessage[]
  }
  /** Resolves if the browser closed the connection before the answer was complete. */
  readonly left: Promise<void>
}

interface Called {
  readonly text: string
  readonly value: unknown
}

/** An image of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export interface ChatEndpoint {
  readonly url: string
  readonly calls: readonly EndpointCall[]
  stop(): Promise<void>
}

/**
 * A site's own chat endpoint built with the AI SDK, on another origin, with CORS for the frame. It repeats
 * the message; `draw` adds an image; `call <json>` calls the page's tool `pay` with arguments whose `text`
 * streams and whose `value` comes at once; `refuse` is refused, `break` aborts the stream, and `wait` never
 * ends.
 */
export async function startChatEndpoint(frameOrigin: () => string): Promise<ChatEndpoint> {
  const calls: EndpointCall[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', frameOrigin())
    response.setHeader('Access-Control-Allow-Headers', 'content-type')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = JSON.parse(Buffer.concat(pieces).toString()) as EndpointCall['body']
    const left = new Promise<void>((resolve) => response.on('close', () => resolve()))
    calls.push({ headers: request.headers, body, left })
    const words = textOf(body.messages.at(-1))
    if (words === 'refuse') {
      return response.writeHead(503, { 'content-type': 'text/plain' }).end('Closed for today.')
    }
    const stream = createUIMessageStream({
      async execute({ writer }) {
        writer.write({ type: 'start' })
        writer.write({ type: 'start-step' })
        if (words.startsWith('call ')) {
          const { text, value } = JSON.parse(words.slice('call '.length)) as Called
          const call = { toolCallId: `call_${calls.length}`, toolName: 'pay' }
          writer.write({ type: 'tool-input-start', ...call })
          for (const inputTextDelta of [text.slice(0, 2), text.slice(2)]) {
            const { toolCallId } = call
            writer.write({ type: 'tool-input-delta', toolCallId, inputTextDelta })
          }
          writer.write({ type: 'tool-input-available', ...call, input: value })
          writer.write({ type: 'finish-step' })
          return writer.write({ type: 'finish' })
        }
        writer.write({ type: 'reasoning-start', id: 'r' })
        writer.write({ type: 'reasoning-delta', id: 'r', delta: 'The site thinks.' })
        writer.write({ type: 'reasoning-end', id: 'r' })
        writer.write({ type: 'text-start', id: 't' })
        const delta = `Answer ${calls.length} to ${words} of ${body.messages.length}`
        writer.write({ type: 'text-delta', id: 't', delta })
        if (words.startsWith('draw'))
          writer.write({ type: 'file', url: PICTURE, mediaType: 'image/png' })
        if (words === 'wait') await left
        if (words === 'break') throw new Error('The site broke.')
        writer.write({ type: 'text-end', id: 't' })
        const url = 'https://site.example/help'
        writer.write({ type: 'source-url', sourceId: 's', url, title: 'Help' })
        writer.write({ type: 'finish-step' })
        writer.write({ type: 'finish' })
      },
      onError: (error) => (error instanceof Error ? error.message : 'unknown'),
    })
    void pipeUIMessageStreamToResponse({ response, stream })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/chat`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const textOf = (message: UIMessage | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
