import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import type { Ending, Faults } from '../../e2e/faults/fault-link.ts'
import { startFaultProxy } from '../../e2e/faults/start-fault-proxy.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { openRealThread, type RealThread } from './open-real-thread.test-support.ts'

// The frame's own reader, over breaking connections and pages that are left.

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const BREAKS = IS_LONG ? 200 : 8
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)
const READERS = 4
const WORDS = 120
const WORDS_PER_SECOND = 120
const CUT_WITHIN_BYTES = 20_000
/** Every other page is left within this time. */
const LEFT_WITHIN_MS = 900
const POLL_MS = 20
/** Far longer than an answer takes with its breaks. */
const ANSWER_MAX_MS = 60_000
const ENDINGS: readonly Ending[] = ['cut', 'reset']

const TEXT = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')

/** From 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function startBehind(faultsOf: () => Faults, random: () => number) {
  const model = await startModelServer()
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
  const alcove = await startAlcove({ env })
  const proxy = await startFaultProxy({ port: alcove.port, faultsOf, random })
  onTestFinished(async () => {
    await proxy.stop()
    await alcove.kill()
    await model.stop()
  })
  return proxy
}

test(
  `${BREAKS} cuts and left pages: what the frame shows is the model's text (R02)`,
  { timeout: 600_000 },
  async () => {
    const random = createRandom(SEED)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
    const proxy = await startBehind(
      () => ({ end: { how: pick(ENDINGS), afterBytes: Math.floor(random() * CUT_WITHIN_BYTES) } }),
      random,
    )
    const base = `http://127.0.0.1:${proxy.port}`
    let left = 0
    let answers = 0

    /** As after a reload: another session finds the answer. */
    async function leave(talk: RealThread, storage: KeyValueStorage): Promise<RealThread> {
      const threadId = talk.thread()
      talk.session.close()
      left += 1
      const next = openRealThread(base, { answers: { type: 'chat' }, storage, threadId })
      while (next.path().length === 0) await next.session.load()
      return next
    }

    async function readOne() {
      const storage = createFakeStorage()
      let talk = openRealThread(base, { answers: { type: 'chat' }, storage })
      talk.session.send({ text: `tokens ${WORDS} ${WORDS_PER_SECOND}` })
      // A call that the network swallowed is repeated, as by the outbox.
      while (talk.thread() === '') {
        if (!talk.isRunning()) talk.session.retry(talk.id(0))
        await delay(POLL_MS)
      }
      while (random() < 1 / 2) {
        await delay(random() * LEFT_WITHIN_MS)
        talk = await leave(talk, storage)
      }
      const last = talk
      await expect
        .poll(() => last.path()[1]?.status?.type, {
          timeout: ANSWER_MAX_MS,
          message: `seed ${SEED}`,
        })
        .toBe('complete')
      expect(talk.texts()[1], `seed ${SEED}`).toBe(TEXT)
      expect(talk.isRunning()).toBe(false)
      expect(talk.path(), `seed ${SEED}`).toHaveLength(2)
      talk.session.close()
      answers += 1
    }
    async function readUntilEnough() {
      while (proxy.ended + left < BREAKS) await readOne()
    }
    await Promise.all(Array.from({ length: READERS }, readUntilEnough))

    console.log(
      `figure: ${proxy.ended} cuts and ${left} left pages (seed ${SEED}) over ${answers} answers ` +
        `in the frame's own reader: 0 texts differ`,
    )
  },
)
