import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { figureLimit } from '../scripts/test-limits.ts'
import { createMessageId } from '../shared/ids.ts'
import { rowText, userMessage } from './testing/chat-client.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

const STOPS = process.env['ALCOVE_TEST_LONG'] === '1' ? 100 : 4
/** R05's guaranteed time, and the tolerance for a busy machine. */
const STOPPED_WITHIN_MS = figureLimit(1_000)
const STOPPED_LATE_MS = figureLimit(3_000)

let processes: Processes
beforeAll(async () => {
  processes = await startProcesses({
    postgresUrl: inject('postgresUrl'),
    redisUrl: inject('redisUrl'),
  })
})
afterAll(() => processes.stop())

test(
  `${STOPS} stops through another process than the running one end the provider's call in time (R05)`,
  { timeout: 600_000 },
  async () => {
    const waits: number[] = []
    for (let index = 0; index < STOPS; index += 1) {
      const client = await processes.createClient()
      const [here, there] = index % 2 === 0 ? [0, 1] : [1, 0]
      const thread = `local-${createMessageId()}`
      const words = `say Begun ${thread}; wait`
      const running = client.at(processes.origin(here))
      const answer = await running.chat({ thread, messages: [userMessage(words)] })
      await answer.until(thread)
      const request = await processes.model.requestWith(words)

      const start = performance.now()
      await client.at(processes.origin(there)).stop(thread)
      expect(await request.closed).toBe('aborted')
      waits.push(performance.now() - start)

      expect(await answer.text()).toBe(`Begun ${thread}`)
      const row = (await client.messages(thread)).at(-1)
      expect(rowText(row)).toBe(`Begun ${thread}`)
      expect(row?.content.status).toMatchObject({ type: 'incomplete', reason: 'cancelled' })
    }

    const sorted = waits.toSorted((a, b) => a - b)
    const [median, longest] = [sorted[Math.floor(STOPS / 2)]!, sorted.at(-1)!]
    console.log(
      `figure: ${STOPS} stops through the other process: the provider's call ended after ` +
        `${median.toFixed(0)} ms in the median, ${longest.toFixed(0)} ms at most`,
    )
    expect(median).toBeLessThanOrEqual(STOPPED_WITHIN_MS)
    expect(longest).toBeLessThanOrEqual(STOPPED_LATE_MS)
  },
)

test('a stop through another process leaves the answers of other threads alone', async () => {
  const client = await processes.createClient()
  const [stopped, goes] = [`local-${createMessageId()}`, `local-${createMessageId()}`]
  const start = async (thread: string, words: string) => {
    const answer = await client.chat({ thread, messages: [userMessage(words)] })
    await answer.until('Begun')
    return answer
  }
  await start(stopped, 'say Begun; wait')
  const other = await start(goes, `say Begun; hold ${goes}; json " and done"`)

  await client.at(processes.origin(1)).stop(stopped)
  const status = async () => (await client.messages(stopped)).at(1)?.content.status?.type
  await expect.poll(status).toBe('incomplete')
  processes.model.release(goes)

  expect(await other.text()).toBe('Begun and done')
})
