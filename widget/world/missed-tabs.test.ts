// @vitest-environment node
import { expect, test } from 'vitest'
import { createManualClock } from '../api/manual-clock.test-support.ts'
import { createFakeDevice, identityOf, LOCAL_THREAD } from './device-world.test-support.ts'
import { ownerAtom } from './owner.ts'

const miss = (frame: Awaited<ReturnType<ReturnType<typeof createFakeDevice>['openFrame']>>) =>
  frame.store.get(ownerAtom)?.tabs.miss()

test('a tab that could not hear how its session ended elsewhere ends it when it is back', async () => {
  const device = createFakeDevice()
  const clock = createManualClock()
  const kept = await device.openFrame(identityOf('ada'))
  // Without events, the tab missed nothing.
  miss(kept)
  expect(kept.state.left).toBe(0)
  const other = await device.openFrame(identityOf('ada'), { clock })
  await clock.advance(1_000)
  await other.identify(identityOf('ben'), LOCAL_THREAD)
  // This browser delivered the event; one with a back/forward cache does not.
  const heard = kept.state.left
  expect(heard).toBe(1)

  miss(kept)
  expect(kept.state.left).toBe(heard + 1)

  const later = createManualClock()
  await later.advance(2_000)
  const next = await device.openFrame(identityOf('ada'), { clock: later })
  miss(next)
  expect(next.state.left).toBe(0)
})
