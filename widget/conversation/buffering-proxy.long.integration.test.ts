import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { figureLimit } from '../../scripts/test-limits.ts'
import { createMessageId } from '../../shared/ids.ts'
import { openRealThread } from './open-real-thread.test-support.ts'

// R21: behind a proxy that holds back every response until its end, the frame's own session shows an answer while
// it is written, and all of it at its end.

const ANSWER_S = process.env['ALCOVE_TEST_LONG'] === '1' ? 50 : 12
const ENDED_WITHIN_S = figureLimit(5)

async function startBufferingProxy(origin: string) {
  const calls: string[] = []
  /** Routes whose client was still there for the response. */
  const answered: string[] = []
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`
    calls.push(call)
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
    if (!response.destroyed) answered.push(call)
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type ? { 'content-type': type } : {}).end(whole)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, answered }
}

test(
  `an answer of ${ANSWER_S} s is shown, and whole, behind a proxy that lets nothing through before its end (R21)`,
  { timeout: (ANSWER_S + 2 * ENDED_WITHIN_S + 60) * 1_000 },
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
    const seconds = () => (performance.now() - start) / 1_000
    const within = (timeoutS: number) => ({ timeout: timeoutS * 1_000, interval: 100 })

    // It goes on until its beginning is shown, also where a busy machine takes longer for that.
    const key = createMessageId()
    talk.session.send({ text: `say Begun; drip 1s ${ANSWER_S}s; hold ${key}; json " and done"` })
    await expect.poll(() => talk.texts()[1], within(2 * ANSWER_S)).toBe('Begun')
    const shownS = seconds()
    expect(shownS).toBeLessThan(figureLimit(ANSWER_S))
    model.release(key)
    const endS = Math.max(ANSWER_S, shownS)
    await expect
      .poll(() => talk.path()[1]?.status?.type, within(ANSWER_S + ENDED_WITHIN_S))
      .toBe('complete')
    const lateS = seconds() - endS

    expect(lateS).toBeLessThan(ENDED_WITHIN_S)
    expect(talk.texts()[1]).toBe('Begun and done')
    expect(talk.path()).toHaveLength(2)
    expect(talk.failures).toEqual([])
    expect(proxy.calls.filter((call) => call === 'POST /v1/chat')).toHaveLength(1)
    // Control: the answer's own call gave nothing until it was left.
    expect(proxy.answered).not.toContain('POST /v1/chat')
    console.log(
      `figure: an answer of ${ANSWER_S} s behind a buffering proxy was seen after ${shownS.toFixed(1)} s and whole ${lateS.toFixed(1)} s after its end, with ${proxy.calls.length} calls`,
    )
    talk.session.close()
  },
)
