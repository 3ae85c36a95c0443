import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import type { Ending } from '../../e2e/faults/fault-link.ts'
import { startFaultProxy } from '../../e2e/faults/start-fault-proxy.ts'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { startCluster } from '../../scripts/cluster/start-cluster.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { openRealThread } from './open-real-thread.test-support.ts'

// Shown state of an answer whose connection breaks anywhere: the frame's own session, over a network that cuts
// every connection sooner or later.

const CUTS = process.env['ALCOVE_TEST_LONG'] === '1' ? 200 : 4
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)
const READERS = 4
const WORDS = 150
const WORDS_PER_SECOND = 100
/** An answer of that length has about half as many bytes. */
const CUT_WITHIN_BYTES = 24_000
const SLICE_BYTES = 300
/** A hanging stream is aborted after 40 s, which has its own tests. */
const ENDINGS: readonly Ending[] = ['cut', 'reset']
const STARTED_WITHIN_MS = 120_000
const ANSWERS = { type: 'chat' } as const

const text = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')

/** Random numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The same visitor at every address of the service: keys contain the address. */
function createStorage(): KeyValueStorage {
  const inner = createFakeStorage()
  const nameOf = (key: string) => key.replace(/127\.0\.0\.1:\d+/, 'service')
  return {
    getItem: (key) => inner.getItem(nameOf(key)),
    setItem: (key, value) => inner.setItem(nameOf(key), value),
    removeItem: (key) => inner.removeItem(nameOf(key)),
  }
}

for (const place of ['one process', 'a cluster']) {
  describe(`through ${place}`, { tags: place === 'a cluster' ? ['nightly'] : [] }, () => {
    let model: ModelServer
    let origin: string
    let stop: () => Promise<unknown> = () => Promise.resolve()
    beforeAll(async () => {
      model = await startModelServer()
      const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
      if (place === 'a cluster') {
        const cluster = await startCluster({ servers: 2, env, postgresUrl: inject('postgresUrl') })
        origin = cluster.url
        stop = cluster.stop
      } else {
        const alcove = await startAlcove({ env })
        origin = `http://127.0.0.1:${alcove.port}`
        stop = alcove.stop
      }
    }, STARTED_WITHIN_MS)
    afterAll(async () => {
      await stop()
      await model.stop()
    }, STARTED_WITHIN_MS)

    test(
      `${CUTS} random cuts change no word of what is shown (R02)`,
      { timeout: 900_000 },
      async () => {
        const random = createRandom(SEED)
        const proxy = await startFaultProxy({
          port: Number(new URL(origin).port),
          random,
          faultsOf: () => ({
            end: {
              how: ENDINGS[Math.floor(random() * ENDINGS.length)]!,
              afterBytes: Math.floor(random() * CUT_WITHIN_BYTES),
            },
            ...(random() < 0.5 ? { sliceBytes: SLICE_BYTES } : {}),
          }),
        })
        let answers = 0

        async function readUntilEnough() {
          while (proxy.ended < CUTS) {
            const storage = createStorage()
            // A visitor who already exists: making one is not cut in this test.
            const visitor = openRealThread(origin, { answers: ANSWERS, storage })
            visitor.session.send({ text: 'say Hello' })
            await visitor.ended()

            const talk = openRealThread(`http://127.0.0.1:${proxy.port}`, {
              answers: ANSWERS,
              storage,
            })
            talk.session.send({ text: `tokens ${WORDS} ${WORDS_PER_SECOND}` })
            await talk.ended()

            expect(talk.failures, `seed ${SEED}`).toEqual([])
            expect(talk.texts()[1], `seed ${SEED}`).toBe(text)
            expect(talk.path()[1]?.status, `seed ${SEED}`).toMatchObject({ type: 'complete' })
            const again = openRealThread(origin, {
              answers: ANSWERS,
              storage,
              threadId: talk.thread(),
            })
            await again.session.load()
            expect(again.texts(), `seed ${SEED}`).toEqual(talk.texts())
            answers += 1
            for (const { session } of [visitor, talk, again]) session.close()
          }
        }
        await Promise.all(Array.from({ length: READERS }, readUntilEnough))
        await proxy.stop()

        expect(answers).toBeGreaterThan(0)
        console.log(
          `figure: ${proxy.ended} random cuts (seed ${SEED}) under ${answers} answers in the frame's own session, ` +
            `through ${place}: 0 words differ`,
        )
      },
    )
  })
}
