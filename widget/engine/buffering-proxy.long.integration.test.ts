import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { openRealThread } from './open-real-thread.test-support.ts'

// R21: behind a proxy that holds every answer back until its end, the frame's own session shows the
// whole of it at the end, as long as a stream may take that long to open.

const ANSWER_S = process.env['ALCOVE_TEST_LONG'] === '1' ? 25 : 3
const ENDED_WITHIN_S = 60

interface Seen {
  readonly path: string
  /** Milliseconds from the call to its first byte. */
  firstByteMs?: number
}

async function startBufferingProxy(origin: string) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const call: Seen = { path: `${request.method} ${request.url}` }
    seen.push(call)
    const start = performance.now()
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!/^(host|connection|content-length|transfer-encoding)$/.test(name)) {
        headers.set(name, String(value))
      }
    }
    const body = request.method === 'GET' ? undefined : await text(request)
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method!,
      headers,
      ...(body ? { body } : {}),
    })
    const whole = Buffer.from(await answer.arrayBuffer())
    call.firstByteMs = performance.now() - start
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type ? { 'content-type': type } : {}).end(whole)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test(
  `an answer of ${ANSWER_S} s is whole behind a proxy that lets nothing through before its end`,
  { timeout: (ANSWER_S + ENDED_WITHIN_S + 30) * 1_000 },
  async () => {
    const model = await startModelServer()
    const alcove = await startAlcove({
      env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
    })
    onTestFinished(async () => {
      await alcove.stop()
      await model.stop()
    })
    const proxy = await startBufferingProxy(`http://127.0.0.1:${alcove.port}`)
    const talk = openRealThread(proxy.origin, { answers: { type: 'chat' } })
    const start = performance.now()

    talk.session.send({ text: `say Begun; drip 1s ${ANSWER_S}s; json " and done"` })
    await expect
      .poll(() => talk.path()[1]?.status?.type, {
        timeout: (ANSWER_S + ENDED_WITHIN_S) * 1_000,
        interval: 100,
      })
      .toBe('complete')
    const lateS = (performance.now() - start) / 1_000 - ANSWER_S

    expect(talk.texts()[1]).toBe('Begun and done')
    expect(talk.path()).toHaveLength(2)
    expect(talk.failures).toEqual([])
    // The control: nothing of it came through before.
    const sent = proxy.seen.find(({ path }) => path === 'POST /v1/chat')
    expect(sent?.firstByteMs).toBeGreaterThan(ANSWER_S * 1_000 - 500)
    console.log(
      `figure: an answer of ${ANSWER_S} s behind a buffering proxy was whole ${lateS.toFixed(1)} s after its end, after ${proxy.seen.length} calls`,
    )
    talk.session.close()
  },
)
