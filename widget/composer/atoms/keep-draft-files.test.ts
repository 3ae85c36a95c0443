// @vitest-environment node
import { expect, test } from 'vitest'
import { createFakeStorage } from '../../api/fake-tokens.test-support.ts'
import { createManualClock, settle } from '../../api/manual-clock.test-support.ts'
import { DRAFT_FILES_MAX_BYTES } from '../../device/draft-store.ts'
import { createFakeDevice, identityOf } from '../../world/device-world.test-support.ts'
import type { Identity } from '../../world/identity.ts'
import { createFakeFileCalls } from '../attachments/fake-adapter.test-support.ts'
import { DRAFT_WRITE_DELAY_MS } from './keep-drafts.ts'
import { shownTrayAtom } from './shown-trays.ts'
import { takeFilesAtom } from './tray-actions.ts'

const HOUR_MS = 3_600_000
const READY = 'requires-action'

/** A tab that is reloaded again and again, on a device with or without storage for rows. */
function createTab() {
  const device = createFakeDevice()
  const storage = createFakeStorage()
  const clock = createManualClock()
  const calls = createFakeFileCalls()
  const who: Identity = identityOf()
  const cloud = { ...who.cloud, files: () => Promise.resolve(calls) }

  async function load(isKept = true) {
    const { openFrame } = isKept ? device : createFakeDevice()
    const frame = await openFrame({ ...who, cloud }, { storage, clock, thread: 'thread_1' })
    await settle()
    const items = () => frame.store.get(shownTrayAtom).items
    return {
      ...frame,
      items,
      names: () => items().map(({ name, status }) => `${name}: ${status.type}`),
      async attach(name: string, size = 3) {
        const file = new File(['abc'], name, { type: 'application/zip' })
        Object.defineProperty(file, 'size', { value: size })
        await frame.store.set(takeFilesAtom, { files: [file] })
        await settle()
      },
      async rest() {
        await clock.advance(DRAFT_WRITE_DELAY_MS)
        await settle()
      },
    }
  }
  return {
    calls,
    clock,
    load,
    async finish(index: number) {
      await calls.uploads[index]?.finish(undefined, { endsAt: clock.now() + HOUR_MS })
      await settle()
    },
  }
}

test('a file is not uploaded again with each reload, but once its upload has ended (U82)', async () => {
  const { calls, clock, load, finish } = createTab()
  const first = await load()
  await first.attach('a.zip')
  await finish(0)
  await first.rest()

  const second = await load()
  expect(second.names()).toEqual([`a.zip: ${READY}`])
  expect(second.items()[0]?.file?.name).toBe('a.zip')
  expect(calls.uploads).toHaveLength(1)

  await clock.advance(HOUR_MS)
  const third = await load()
  expect(third.names()).toEqual(['a.zip: running'])
  await finish(1)
  expect(third.names()).toEqual([`a.zip: ${READY}`])
  expect(calls.uploads.map(({ file }) => file.name)).toEqual(['a.zip', 'a.zip'])
})

test.each([
  ['with words', 'Look'],
  ['alone', ''],
])('where the device keeps no files, one %s is there until its upload ends', async (_, words) => {
  const { calls, clock, load, finish } = createTab()
  const first = await load(false)
  if (words !== '') await first.type(words)
  await first.attach('a.zip')
  await finish(0)
  await first.rest()

  const second = await load(false)
  expect(second.draft).toBe(words)
  expect(second.names()).toEqual([`a.zip: ${READY}`])
  await clock.advance(HOUR_MS)
  expect(second.items()[0]?.status).toEqual({ type: 'incomplete', reason: 'lost' })

  const third = await load(false)
  expect(third.draft).toBe(words)
  expect(third.items()[0]?.status).toEqual({ type: 'incomplete', reason: 'lost' })
  expect(calls.uploads).toHaveLength(1)
})

test('a file that was on its way, and that the device does not keep, has to be chosen again', async () => {
  const { load } = createTab()
  const first = await load(false)
  await first.attach('a.zip')
  await first.rest()

  const second = await load(false)
  expect(second.items()[0]?.status).toEqual({ type: 'incomplete', reason: 'lost' })
})

test('of files that are too large to keep together, the upload is kept', async () => {
  const { clock, load, finish } = createTab()
  const first = await load()
  await first.attach('half.zip', DRAFT_FILES_MAX_BYTES / 2)
  await first.attach('more.zip', DRAFT_FILES_MAX_BYTES / 2 + 1)
  await finish(0)
  await finish(1)
  await first.rest()

  const second = await load()
  expect(second.names()).toEqual([`half.zip: ${READY}`, `more.zip: ${READY}`])
  await clock.advance(HOUR_MS)
  expect(second.names()).toEqual([`half.zip: ${READY}`, 'more.zip: incomplete'])
})
