import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActiveRuns, LEASE_RENEWAL_MS, STOP_CHECK_MS } from './active-runs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store that answers on request, and a run that ends on request. */
function createWorld() {
  const asked: { readonly what: string; readonly answer: () => void }[] = []
  const ask = (what: string, runIds: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => {
      asked.push({ what, answer: () => resolve(what === 'leases' ? runIds : []) })
    })
  const errors: unknown[] = []
  const active = createActiveRuns({
    rows: {
      renewLeases: (runIds) => ask('leases', runIds),
      listStopped: (runIds) => ask('stops', runIds),
    },
    isShared: true,
    lease: { until: () => '2026-11-28T09:00:00.000Z' },
    onError: (error) => errors.push(error),
  })
  const ended = Promise.withResolvers<void>()
  const end = async () => []
  active.add({
    id: 'run',
    scope: { projectId: 'shop', workspaceId: 'ada', userId: 'ada' },
    threadId: 'thread',
    threadKeys: ['thread'],
    turnKey: 'turn',
    requestId: undefined,
    driven: { stop: end, interrupt: async () => {}, forget: async () => {}, ended: ended.promise },
  })
  return { active, asked, errors, end: ended.resolve }
}

test('whoever closes the store learns when it has answered what was asked for a run that ended meanwhile', async () => {
  const { active, asked, errors, end } = createWorld()
  await vi.advanceTimersByTimeAsync(STOP_CHECK_MS)
  end()
  await vi.advanceTimersByTimeAsync(0)
  let mayClose = false
  void active.answered().then(() => (mayClose = true))

  await vi.advanceTimersByTimeAsync(LEASE_RENEWAL_MS)
  expect(asked.map(({ what }) => what)).toEqual(['stops'])
  expect(mayClose).toBe(false)
  asked[0]!.answer()
  await vi.advanceTimersByTimeAsync(0)

  expect(mayClose).toBe(true)
  expect(errors).toEqual([])
})

test('a store that answers late is asked again in time: a lease must not end for one lost question', async () => {
  const { active, asked, end } = createWorld()

  await vi.advanceTimersByTimeAsync(2 * LEASE_RENEWAL_MS)

  const renewals = asked.filter(({ what }) => what === 'leases')
  expect(renewals).toHaveLength(2)
  end()
  await vi.advanceTimersByTimeAsync(0)
  for (const { answer } of asked) answer()
  await active.answered()
  expect(vi.getTimerCount()).toBe(0)
})
