import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallVolume, NO_VOLUME } from '../scripts/small-volume.ts'
import { playFarm } from './testing/play-farm.ts'

const VOLUME_MIB = 1_024
const HOURS = 24
const NAMES = 10
const WAIT_MS = 1_800_000

test(
  `a farm behind one address takes its share of a volume of 1 GB for ${HOURS} hours, and nobody else is refused`,
  { timeout: WAIT_MS, tags: ['nightly'] },
  async ({ skip }) => {
    const volume = mountSmallVolume(VOLUME_MIB)
    if (!volume) return skip(NO_VOLUME)
    onTestFinished(() => volume.remove())
    const place = { dataDir: join(volume.path, 'data') }

    const report = await playFarm({ hours: HOURS, names: NAMES, place })

    const calls = Object.entries(report.farm)
      .map(([kind, { passed, refused }]) => `${kind} ${passed} of ${passed + refused}`)
      .join(', ')
    console.log(
      `figure: a day of a farm on ${VOLUME_MIB} MiB: it got ${calls}, and ${report.farmTokens} tokens; ` +
        `of the others' calls ${report.served} were served and ${report.refusals.length} refused; ` +
        `${Math.round(volume.freeBytes() / 2 ** 20)} MiB were free at the end`,
    )
    expect(report.refusals).toEqual([])
    for (const { refused } of Object.values(report.farm)) expect(refused).toBeGreaterThan(0)
  },
)
