import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../shared/ids.ts'
import { createChatClient, userMessage } from './testing/chat-client.ts'

const ANSWERS = process.env['ALCOVE_TEST_LONG'] === '1' ? 10_000 : 100
const AT_ONCE = 8
/** Maximum growth of the second half over the first: 5 KiB for each answer at full count. */
const GROWTH_MAX_MIB = 24
/** With free memory, a process keeps garbage for as long as it likes, so this one has none. */
const TIGHT = '--max-old-space-size=96 --max-semi-space-size=2'

/** Memory of the process, after garbage collection. */
function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

test.skipIf(process.platform !== 'linux')(
  `${ANSWERS} answers leave no memory behind (R34)`,
  { timeout: 1_200_000 },
  async () => {
    const model = await startModelServer()
    const env = {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      NODE_OPTIONS: TIGHT,
    }
    const alcove = await startAlcove({ env })
    onTestFinished(async () => {
      await alcove.stop()
      await model.stop()
    })
    let left = ANSWERS

    const answerUntil = async (rest: number) => {
      while (left > rest) {
        left -= 1
        // A new visitor, since each may have at most a hundred threads.
        const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
        const thread = `local-${createMessageId()}`
        const messages = [userMessage('say A short answer of a few words')]
        expect(await (await client.chat({ thread, messages })).text()).toBe(
          'A short answer of a few words',
        )
      }
    }
    const answerAll = (rest: number) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => answerUntil(rest)))

    await answerAll(Math.floor(ANSWERS / 2))
    const half = residentMiB(alcove.pid)
    await answerAll(0)
    const whole = residentMiB(alcove.pid)

    console.log(
      `figure: ${ANSWERS} answers: ${half.toFixed(0)} MiB after half of them, ${whole.toFixed(0)} MiB after all`,
    )
    expect(whole - half).toBeLessThan(GROWTH_MAX_MIB)
  },
)
