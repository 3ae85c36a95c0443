import { expect, test } from 'vitest'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { createFakeStorage } from '../../api/fake-tokens.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { DRAFTS_KEPT_MAX } from '../../device/draft-store.ts'
import { createFakeDevice, identityOf } from '../../world/device-world.test-support.ts'
import { DRAFT_WRITE_DELAY_MS } from './keep-drafts.ts'
import { keepEditAtom, keptEditOf, keptEditsAtom } from './kept-edits.ts'

// Unsent edits of messages are stored like drafts.

const FILE: Attachment = {
  id: 'key',
  type: 'file',
  name: 'b.pdf',
  contentType: 'application/pdf',
  url: 'https://files.example/b.pdf',
  size: 9,
}
const EDIT = { text: 'Changed', attachments: [FILE] }

type Frame = Awaited<ReturnType<ReturnType<typeof createFakeDevice>['openFrame']>>

async function change(frame: Frame, edit: typeof EDIT | null, messageId = 'msg_1') {
  frame.store.set(keepEditAtom, messageId, edit)
  await frame.clock.advance(DRAFT_WRITE_DELAY_MS)
  await settle()
}
const editIn = ({ store }: Frame) => keptEditOf(store.get, 'msg_1')

test.each(['its tab', 'another tab, or the browser after a crash'])(
  'a changed message is found again in %s, with its files, until it is sent',
  async (where) => {
    const { openFrame } = createFakeDevice()
    const storage = createFakeStorage()
    const load = () => openFrame(identityOf(), where === 'its tab' ? { storage } : {})
    const first = await load()
    await change(first, EDIT)

    const second = await load()
    expect(editIn(second)).toEqual(EDIT)
    expect(second.draft).toBe('')

    await second.clock.advance(10_000)
    await change(second, null)
    expect(editIn(await load())).toBeUndefined()
  },
)

test('a page that goes takes along what was changed just before', async () => {
  const { openFrame } = createFakeDevice()
  const storage = createFakeStorage()
  const frame = await openFrame(identityOf(), { storage })
  frame.store.set(keepEditAtom, 'msg_1', EDIT)
  frame.write()

  // Another device: asynchronous writes did not arrive.
  const after = await createFakeDevice().openFrame(identityOf(), { storage })
  expect(editIn(after)).toEqual(EDIT)
})

test('a file that was left out of a message stays left out', async () => {
  const { openFrame } = createFakeDevice()
  const frame = await openFrame(identityOf())
  await change(frame, EDIT)
  await frame.clock.advance(10_000)
  await change(frame, { ...EDIT, attachments: [] })

  expect(editIn(await openFrame(identityOf()))).toEqual({ text: 'Changed', attachments: [] })
})

test('a tab that is looked at again has what was changed in another one', async () => {
  const { openFrame } = createFakeDevice()
  const [typing, other] = [await openFrame(identityOf()), await openFrame(identityOf())]
  await change(typing, EDIT)
  expect(editIn(other)).toBeUndefined()

  other.reread()
  await settle()
  expect(editIn(other)).toEqual(EDIT)
})

test('nobody finds what somebody else changed', async () => {
  const device = createFakeDevice()
  const frame = await device.openFrame(identityOf('ada'))
  await change(frame, EDIT)
  await frame.identify(identityOf('ben'), 'thread_1')

  expect(frame.store.get(keptEditsAtom).size).toBe(0)
  expect(editIn(await device.openFrame(identityOf('ben')))).toBeUndefined()
  expect(editIn(await device.openFrame(identityOf('ada')))).toBeUndefined()
})

test('changed messages push no draft out', async () => {
  const { openFrame } = createFakeDevice()
  const storage = createFakeStorage()
  const frame = await openFrame(identityOf(), { thread: 'thread_1', storage })
  await frame.type('Mine')
  for (let count = 0; count < DRAFTS_KEPT_MAX; count += 1) await change(frame, EDIT, `msg_${count}`)

  for (const options of [{ storage }, {}]) {
    const after = await openFrame(identityOf(), { thread: 'thread_1', ...options })
    expect(after.draft).toBe('Mine')
    expect(after.store.get(keptEditsAtom).size).toBe(DRAFTS_KEPT_MAX)
  }
})
