import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface EmbeddingRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly model: string; readonly input: string[]; readonly dimensions?: number }
}

/** Replaces an answer; returns true if it did. */
export type Interruption = (request: EmbeddingRequest, response: ServerResponse) => boolean

/** A server that speaks OpenAI's protocol of embeddings. */
export async function startEmbeddingServer(
  vectorOf: (input: string) => readonly unknown[],
  interrupt: Interruption = () => false,
) {
  const requests: EmbeddingRequest[] = []
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = JSON.parse(await text(incoming)) as EmbeddingRequest['body']
      const request = { path: incoming.url ?? '', headers: incoming.headers, body }
      requests.push(request)
      if (interrupt(request, response)) return
      const data = body.input.map((input, index) => ({ index, embedding: vectorOf(input) }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data, usage: { prompt_tokens: 7, total_tokens: 7 } }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
