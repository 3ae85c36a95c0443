// @vitest-environment node
import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import { ABORT, FINISH, start, words } from './fake-cloud.test-support.ts'
import { USER_ROLE_ONLY_TEXT } from './outgoing-message.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'

const PICTURE: Attachment = {
  id: 'file_1',
  type: 'image',
  name: 'a.webp',
  contentType: 'image/webp',
  url: 'https://chat.example/files/a',
  size: 3,
}

/** Answers the newest call. Its rows are numbered from the call. */
async function answer(world: SessionWorld, text: string) {
  const count = world.cloud.chats.length
  const rows = start(`msg_${count}a`, `msg_${count}u`)
  await world.cloud.chats.at(-1)?.send(rows, ...words(text), FINISH)
  await world.settle()
}

/** A thread with one question and its answer. */
async function createTalk() {
  const world = createSessionWorld()
  world.session.send({ text: 'One' })
  await answer(world, '1')
  return world
}
const idOf = (world: SessionWorld, index: number) => world.path[index]?.id ?? ''

test('edit: sends the changed message beside the old one, whose branch stays (4.45)', async () => {
  const world = await createTalk()
  world.session.send({ text: 'Two' })
  await answer(world, '2')
  const old = idOf(world, 2)

  expect(world.session.edit(old, { text: 'Two, please' })).toBe(true)

  expect(world.lines).toEqual(['user: One', 'assistant: 1', 'user: Two, please', 'assistant: '])
  expect(world.cloud.chats[2]?.body).toMatchObject({
    trigger: 'submit-message',
    messages: [{ id: 'msg_1a' }, { id: idOf(world, 2), parts: [{ text: 'Two, please' }] }],
  })
  expect(world.branches).toEqual({ 'Two, please': '2/2' })
  await answer(world, '2!')
  world.session.switchTo(old)
  expect(world.lines).toEqual(['user: One', 'assistant: 1', 'user: Two', 'assistant: 2'])
  expect(world.branches).toEqual({ Two: '1/2' })
})

test('edit: trims to the message before, also when the first one is edited (4.45)', async () => {
  const world = await createTalk()
  world.session.send({ text: 'Two' })
  await answer(world, '2')

  world.session.edit(idOf(world, 0), { text: 'Uno' })

  expect(world.lines).toEqual(['user: Uno', 'assistant: '])
  expect(world.cloud.chats[2]?.body.messages).toHaveLength(1)
})

test.each([
  ['the same text', { text: 'One' }],
  ['the same text with blanks around it', { text: ' One ' }],
  ['nothing', { text: ' ' }],
])('edit: sends nothing for %s (4.42)', async (_, draft) => {
  const world = await createTalk()

  expect(world.session.edit(idOf(world, 0), draft)).toBe(false)

  expect(world.cloud.chats).toHaveLength(1)
  expect(world.session.edit(idOf(world, 0), { text: 'Uno' })).toBe(true)
})

test('edit: sends when only the files changed, images as PNG whatever they are (3.45, 3.47)', async () => {
  const world = await createTalk()

  expect(world.session.edit(idOf(world, 0), { text: 'One', attachments: [PICTURE] })).toBe(true)
  const { url, name: filename } = PICTURE
  const file = { type: 'file', url, filename, mediaType: 'image/png' }
  expect(world.cloud.chats[1]?.body.messages[0]?.parts).toEqual([
    { type: 'text', text: 'One' },
    file,
  ])
  await answer(world, '1')

  const same = { text: 'One', attachments: [PICTURE] }
  expect(world.session.edit(idOf(world, 0), same)).toBe(false)
  expect(world.session.edit(idOf(world, 0), { text: '', attachments: [PICTURE] })).toBe(true)
  expect(world.cloud.chats[2]?.body.messages[0]?.parts).toEqual([file])
})

test('edit: refuses during a run, of answers, and of what is not there', async () => {
  const world = await createTalk()

  expect(world.session.edit(idOf(world, 1), { text: 'Mine' })).toBe(false)
  expect(world.session.edit('nowhere', { text: 'Mine' })).toBe(false)
  world.session.send({ text: 'Two' })
  expect(world.session.edit(idOf(world, 0), { text: 'Uno' })).toBe(false)

  expect(world.cloud.chats).toHaveLength(2)
})

test('edit: takes the place of a message that was not sent', async () => {
  const world = await createTalk()
  world.session.send({ text: 'Lost' })
  await world.cloud.chats[1]?.refuse(new AlcoveError('offline', 'No.'))
  expect(world.unsent.size).toBe(1)

  world.session.edit(idOf(world, 2), { text: 'Found' })

  expect(world.unsent.size).toBe(0)
  expect(world.lines).toEqual(['user: One', 'assistant: 1', 'user: Found', 'assistant: '])
  expect(world.branches).toEqual({})
})

test('edit: a stop before the first word returns to the old branch, and the words to the composer', async () => {
  const world = await createTalk()
  world.session.edit(idOf(world, 0), { text: 'Uno' })
  const id = idOf(world, 0)
  await world.cloud.chats[1]?.send(start('msg_3', 'msg_4'))
  world.session.stop()
  await world.cloud.stops[0]?.answer([{ id: 'msg_4', externalId: id }])

  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
  expect(world.returned).toEqual(['Uno'])
  expect(world.branches).toEqual({})
})

test('edit: copies what the composer said of the call, and says it again with each retry (B06)', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'One', runConfig: { mode: 'fast' } })
  await answer(world, '1')
  world.session.edit(idOf(world, 0), { text: 'Uno' })
  await answer(world, '1')
  world.session.reload(idOf(world, 1))
  await answer(world, '1')
  world.session.edit(idOf(world, 0), { text: 'Eins', runConfig: { mode: 'slow' } })

  expect(world.cloud.chats.map(({ body }) => body['metadata'])).toEqual([
    { mode: 'fast' },
    { mode: 'fast' },
    { mode: 'fast' },
    { mode: 'slow' },
  ])
})

test('reload: makes an answer beside the old one, which stays until the new one says something (4.46, 7.43, 7.45)', async () => {
  const world = await createTalk()
  const old = idOf(world, 1)

  world.session.reload(old)

  expect(world.isRunning).toBe(true)
  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
  expect(world.path[1]?.status?.type).toBe('complete')
  expect(world.cloud.chats[1]?.body).toMatchObject({
    trigger: 'regenerate-message',
    messageId: 'msg_1a',
    messages: [{ id: 'msg_1u' }],
  })
  await world.cloud.chats[1]?.send(start('msg_2a', 'msg_1u'), { type: 'start-step' })
  await world.settle()
  expect(world.lines).toEqual(['user: One', 'assistant: 1'])

  await world.cloud.chats[1]?.send(...words('Eins'))
  await world.settle()
  expect(world.lines).toEqual(['user: One', 'assistant: Eins'])
  expect(world.branches).toEqual({ Eins: '2/2' })
  await world.cloud.chats[1]?.send(FINISH)
  await world.settle()
  world.session.switchTo(old)
  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
})

test('reload: trims what followed the answer; its branch stays (4.46)', async () => {
  const world = await createTalk()
  const first = idOf(world, 1)
  world.session.send({ text: 'Two' })
  await answer(world, '2')

  world.session.reload(first)
  await answer(world, 'Eins')

  expect(world.lines).toEqual(['user: One', 'assistant: Eins'])
  world.session.switchTo(first)
  expect(world.lines).toEqual(['user: One', 'assistant: 1', 'user: Two', 'assistant: 2'])
})

test('reload: only of answers, and not during a run', async () => {
  const world = await createTalk()
  world.session.reload(idOf(world, 0))
  world.session.reload('nowhere')
  expect(world.cloud.chats).toHaveLength(1)
  world.session.reload(idOf(world, 1))
  world.session.reload(idOf(world, 1))

  expect(world.cloud.chats).toHaveLength(2)
})

test('reload: a stop before the new answer says anything leaves the old one, and no branch', async () => {
  const world = await createTalk()
  world.session.reload(idOf(world, 1))
  await world.cloud.chats[1]?.send(start('msg_2a', 'msg_1u'))
  world.session.stop()
  await world.cloud.stops[0]?.answer([])
  await world.cloud.chats[1]?.send(ABORT)
  await world.settle()

  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
  expect(world.branches).toEqual({})
  expect(world.returned).toEqual([])
  expect(world.isRunning).toBe(false)
})

test('reload: a refusal leaves the old answer as it is', async () => {
  const world = await createTalk()
  world.session.reload(idOf(world, 1))
  await world.cloud.chats[1]?.refuse(new AlcoveError('rate_limited', 'Too many.'))

  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(world.failures).toMatchObject([{ during: 'reload', error: { code: 'rate_limited' } }])
})

test('reload: of an answer that the server does not have sends its message again', async () => {
  const world = createSessionWorld()
  world.session.send({ text: 'One' })
  await world.cloud.chats[0]?.cut()
  await world.settle()

  world.session.reload(idOf(world, 1))

  expect(world.lines).toEqual(['user: One', 'assistant: '])
  expect(world.cloud.chats[1]?.body).toMatchObject({ trigger: 'submit-message' })
})

test('branches: switching is refused during a run, and works right after it (4.47)', async () => {
  const world = await createTalk()
  const old = idOf(world, 1)
  world.session.reload(old)
  await world.cloud.chats[1]?.send(start('msg_2a', 'msg_1u'), ...words('Eins'))
  await world.settle()
  world.session.switchTo(old)
  expect(world.lines).toEqual(['user: One', 'assistant: Eins'])

  await world.cloud.chats[1]?.send(FINISH)
  await world.settle()
  world.session.switchTo(old)

  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
  expect(world.branches).toEqual({ '1': '1/2' })
})

test('branches: the next message goes behind the branch that is shown', async () => {
  const world = await createTalk()
  const old = idOf(world, 1)
  world.session.reload(old)
  await answer(world, 'Eins')
  world.session.switchTo(old)

  world.session.send({ text: 'Two' })

  expect(world.cloud.chats[2]?.body.messages.map(({ id }) => id)).toEqual([
    'msg_1a',
    idOf(world, 2),
  ])
})

test('branches: are told when they come, and when there are none any more (3.40)', async () => {
  const world = await createTalk()
  const old = idOf(world, 0)
  world.session.edit(old, { text: 'Uno' })
  const lost = idOf(world, 0)
  await world.cloud.chats[1]?.refuse(new AlcoveError('offline', 'No.'))
  world.session.switchTo(old)
  expect(world.branches).toEqual({ One: '1/2' })

  world.session.retry(lost)

  expect(world.lines).toEqual(['user: One', 'assistant: 1', 'user: Uno', 'assistant: '])
  expect(world.branches).toEqual({})
  const told = world.changes.flatMap((change) => (change.type === 'branches' ? [change] : []))
  expect(told.map(({ id, ids }) => [id, ids.length])).toEqual([
    [lost, 2],
    [old, 2],
    [old, 1],
    [lost, 1],
  ])
})

test('a read-only thread can be read and copied, and its branches switched', () => {
  const world = createSessionWorld({ isReadOnly: true, hasSpeech: true })

  expect(world.session.send({ text: 'Hello' })).toBe(false)
  world.session.edit('m', { text: 'x' })
  world.session.reload('m')
  world.session.stop()
  world.session.giveFeedback('m', { type: 'positive' })
  world.session.retry('m')

  expect(world.cloud.chats).toEqual([])
  expect(world.capabilities).toEqual({
    switchToBranch: true,
    switchBranchDuringRun: false,
    edit: false,
    reload: false,
    cancel: false,
    continue: false,
    copy: true,
    speech: true,
    attachments: false,
    feedback: false,
  })
  expect(world.failures.map(({ error }) => (error as Error).message)).toEqual([
    THREAD_TEXTS.unsupportedEditing,
    THREAD_TEXTS.unsupportedReloading,
    THREAD_TEXTS.unsupportedCancelling,
  ])
})

test('attachments: are refused where the thread takes none, and on anything but a user’s message (5.14, 8.18, 8.21)', () => {
  const world = createSessionWorld({ hasAttachments: false })
  const draft = { text: 'One', attachments: [PICTURE] }

  expect(world.session.send(draft)).toBe(false)
  expect(world.session.send({ ...draft, role: 'system' })).toBe(false)

  expect(world.failures.map(({ error }) => (error as Error).message)).toEqual([
    ERROR_TEXTS.attachmentsNotSupported,
    THREAD_TEXTS.attachmentsOnUser,
  ])
  expect(createSessionWorld().session.send(draft)).toBe(true)
})

test('send: says what the page adds to a call', () => {
  const world = createSessionWorld({
    readContext: () => ({
      system: 'Be kind.',
      callSettings: { temperature: 0 },
      tools: {
        look: { description: 'Looks.', parameters: { type: 'object' } },
      },
    }),
  })

  world.session.send({ text: 'Be brief.' })

  expect(world.cloud.chats[0]?.body).toMatchObject({
    system: 'Be kind.',
    callSettings: { temperature: 0 },
    messages: [{ role: 'user' }],
  })
  expect(world.cloud.chats[0]?.body['tools']).toEqual({
    look: { description: 'Looks.', parameters: { type: 'object' } },
  })
})

test('send: a server that keeps the thread takes messages of the user only (3.50)', () => {
  const world = createSessionWorld()

  expect(world.session.send({ text: 'Be brief.', role: 'system' })).toBe(false)

  expect(world.failures).toMatchObject([{ error: { message: USER_ROLE_ONLY_TEXT } }])
  expect(world.lines).toEqual([])
  expect(world.session.send({ text: 'Be brief.', role: 'user' })).toBe(true)
})

test('a stored message is shown by its row, on whichever path it is', async () => {
  const world = await createTalk()
  const old = idOf(world, 1)
  world.session.reload(old)
  await answer(world, '1, again')
  const anew = idOf(world, 1)

  expect(world.session.showRow('msg_2a')).toBe(anew)
  expect(world.lines).toEqual(['user: One', 'assistant: 1, again'])
  expect(world.session.showRow('msg_1a')).toBe(old)
  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
  expect(world.session.showRow('msg_9a')).toBeNull()
})

test('during a run another path is not shown, and the shown one is', async () => {
  const world = await createTalk()
  world.session.reload(idOf(world, 1))
  await world.cloud.chats[1]?.send(start('msg_2a', 'msg_1u'), ...words('1, again'))
  await world.settle()

  expect(world.session.showRow('msg_1a')).toBeNull()
  expect(world.session.showRow('msg_1u')).toBe(idOf(world, 0))
  expect(world.lines).toEqual(['user: One', 'assistant: 1, again'])
  expect(world.failures).toEqual([])
})
