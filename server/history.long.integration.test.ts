import { expect, inject, onTestFinished, test } from 'vitest'
import { createChatClient, type ChatClient } from './testing/chat-client.ts'
import { checkHistory } from './testing/check-history.ts'
import { createRandom } from './testing/create-random.ts'
import type { Look, Operation } from './testing/history.ts'
import { beginThread, createPlayer, lookAt } from './testing/play-history.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

// R32: three tabs act at two processes, one of which is killed now and then; one serial history explains the
// views of all.

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const SEEDS = IS_LONG ? 20 : 1
const OPERATIONS = IS_LONG ? 200 : 25
const KILLS = IS_LONG ? 2 : 1
const FIRST_SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)
const TABS = 3
const THREADS = 5
/** A killed process's leases last this long, and abandoned answers are looked for every 15 s. */
const SETTLED_WITHIN_MS = 40_000

async function playOnce(processes: Processes, seed: number) {
  const random = createRandom(seed)
  const first = await createChatClient(processes.origin(0))
  const clients = [first.at(processes.origin(0)), first.at(processes.origin(1))]
  const operations: Operation[] = []
  const threads: string[] = []
  for (let index = 0; index < THREADS; index += 1) {
    threads.push(await beginThread(first, operations))
  }
  const players = Array.from({ length: TABS }, (_, number) =>
    createPlayer({ number, clients, random, threads, operations }),
  )
  let played = 0
  const playAll = players.map(async (player) => {
    for (let index = 0; index < OPERATIONS; index += 1) {
      await player.play()
      played += 1
    }
  })
  const kill = async () => {
    for (let index = 0; index < KILLS; index += 1) {
      const due = (TABS * OPERATIONS * (index + 1)) / (KILLS + 1)
      await expect.poll(() => played, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(due)
      const victim = random() < 0.5 ? 0 : 1
      await processes.kill(victim)
      await processes.restart(victim)
    }
  }
  await Promise.all([...playAll, kill()])
  await Promise.all(players.map((player) => player.done()))
  const last = await lookWhenSettled(operations, clients)
  return { operations, last, first }
}

/** Each tab's view at each process after all runs have ended. */
async function lookWhenSettled(operations: readonly Operation[], clients: readonly ChatClient[]) {
  const threads = [...new Set(operations.map(({ thread }) => thread))]
  const isRunning = async () => {
    const running = await Promise.all(
      threads.map(async (thread) => {
        const response = await clients[0]!.call(`/threads/${thread}`)
        const row = (await response.json()) as { is_running?: boolean }
        return response.status === 200 && row.is_running !== false
      }),
    )
    return running.includes(true)
  }
  await expect.poll(isRunning, { timeout: SETTLED_WITHIN_MS, interval: 500 }).toBe(false)
  const looks: Look[] = []
  for (const thread of threads) {
    for (const [process, client] of clients.entries()) {
      for (let tab = 0; tab < TABS; tab += 1) {
        looks.push({ ...(await lookAt(client, thread))!, client: tab, process })
      }
    }
  }
  return looks
}

test(
  `${SEEDS} histories of ${TABS} tabs and two processes are serial ones (R30, R32, R22)`,
  { timeout: SEEDS * 120_000 },
  async () => {
    const processes = await startProcesses({
      postgresUrl: inject('postgresUrl'),
      redisUrl: inject('redisUrl'),
    })
    onTestFinished(() => processes.stop())
    let [count, sent, kills] = [0, 0, 0]

    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const { operations, last, first } = await playOnce(processes, seed)

      expect(checkHistory(operations, last), `seed ${seed}`).toEqual([])
      // No other user sees any of it; the control is that its owner does.
      const stranger = await createChatClient(processes.origin(1))
      for (const { thread, fields } of last) {
        if (!fields) continue
        expect((await first.call(`/threads/${thread}`)).status).toBe(200)
        expect((await stranger.call(`/threads/${thread}`)).status).toBe(404)
      }
      count += operations.length
      sent += operations.filter(({ type, ...rest }) => {
        return type === 'send' && 'outcome' in rest && rest.outcome === 'done'
      }).length
      kills += KILLS
    }

    expect(sent).toBeGreaterThan(SEEDS * 5)
    console.log(
      `figure: ${SEEDS} histories from seed ${FIRST_SEED}: ${count} operations of ${TABS} tabs at two processes, ` +
        `${kills} kill -9, ${sent} messages acknowledged: one serial history explains each`,
    )
  },
)
