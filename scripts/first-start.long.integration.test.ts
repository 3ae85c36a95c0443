import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createClone,
  pack,
  realWaits,
  standInNode,
  startRegistry,
  STAND_IN_VERSION,
} from './first-start.test-support.ts'
import type { Behaviour } from './first-start.test-support.ts'
import { readMachineNodeVersion } from './machine-node.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const COUNT = IS_LONG ? 20 : 2
/** Replaces delays of a second to keep the test short. */
const SECOND = IS_LONG ? 1 : 0.05
const STUMBLE_MAX_SECONDS = 59
/** Number of concurrent npm processes that leaves each of them enough time. */
const AT_ONCE = 4
const FAULTS = ['503', 'cut', 'hang'] as const satisfies readonly Behaviour[]

const standIn = standInNode()
const tarball = pack(standIn)

/** A first start with a registry that fails randomly for up to a minute from its first request. */
async function startOnce(random: () => number): Promise<boolean> {
  let end: number | undefined
  const lastsMs = random() * STUMBLE_MAX_SECONDS * SECOND * 1000
  const behave = (): Behaviour => {
    end ??= performance.now() + lastsMs
    if (performance.now() > end) return 'ok'
    return FAULTS[Math.floor(random() * FAULTS.length)] ?? '503'
  }
  const { url } = await startRegistry(standIn.name, tarball, behave)
  const clone = createClone({
    node: { standIn, tarball },
    pausesSeconds: realWaits().pausesSeconds.map((pause) => pause * SECOND),
    silenceSeconds: IS_LONG ? 20 : 1,
  })
  const run = await clone.start(url).ended
  if (run.code !== 0) console.log(run.errors)
  return run.code === 0 && readdirSync(join(clone.root, '.node')).join() === STAND_IN_VERSION
}

test(
  'first starts outlive a registry that stumbles for under a minute',
  { timeout: 1_800_000 },
  async () => {
    let good = 0
    for (let done = 0; done < COUNT; done += AT_ONCE) {
      const starts = Array.from({ length: Math.min(AT_ONCE, COUNT - done) }, () =>
        startOnce(Math.random),
      )
      good += (await Promise.all(starts)).filter(Boolean).length
    }

    console.log(`figure: ${COUNT} first starts under Node ${readMachineNodeVersion()}, ${good} ran`)
    expect(good).toBe(COUNT)
  },
)
