// @vitest-environment node
import { expect, onTestFinished, test, vi } from 'vitest'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createEventDecoder, encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
import type { CloudFiles } from '../api/cloud-files.ts'
import type { MessageRecord } from '../api/cloud-records.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { createHistoryKeeper } from './history-keeper.ts'
import type { ConversationSettings } from './conversation.ts'
import { FINISH, words } from './fake-cloud.test-support.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'
import type { Transport } from './transport.ts'

const bytesOf = (chunks: readonly Chunk[]) =>
  new Blob([chunks.map(encodeChunk).join('') + ENCODED_END]).stream()

/** A transport whose server stores nothing. Its answers are `1`, `2`, … or the test's. */
function createKeptWorld(
  settings: Partial<ConversationSettings> & { answersRecords?: boolean } = {},
  answer: (count: number) => readonly Chunk[] = (count) => [...words(`${count}`), FINISH],
) {
  const threads: string[] = []
  const transport: Transport = {
    createKeeper: createHistoryKeeper,
    async open({ threadId }, { onDispatch }) {
      threads.push(threadId)
      onDispatch()
      const bytes = bytesOf(answer(threads.length))
      return { bytes, decode: createEventDecoder, silenceMaxMs: 1_000 }
    },
  }
  return { threads, world: createSessionWorld({ transport, ...settings }) }
}

async function run(world: SessionWorld) {
  await import('./history-keeper.ts')
  await world.settle()
  await settle()
}
const saves = (world: SessionWorld) => world.cloud.to('createMessage')
const recordsOf = (world: SessionWorld) => saves(world).map(({ args }) => args[1] as MessageRecord)

test('makes the thread with the first message, and saves the turn after it ended (4.7, 9.4)', async () => {
  const { world, threads } = createKeptWorld()
  world.session.send({ text: 'One' })
  await run(world)
  const [made] = world.cloud.to('createThread')
  expect(made?.args).toEqual(['__LOCALID_abcdefg'])
  expect(threads).toEqual([])

  await made?.answer('thread_7')
  await run(world)
  expect(threads).toEqual(['thread_7'])
  expect(world.changes).toContainEqual({ type: 'thread', id: 'thread_7' })
  expect(saves(world)).toHaveLength(1)
  await saves(world)[0]?.answer('row_1')
  await saves(world)[1]?.answer('row_2')

  const [user, reply] = world.path
  expect(saves(world).map(({ args }) => args)).toEqual([
    [
      'thread_7',
      {
        externalId: user?.id,
        parentId: null,
        format: 'aui/v0',
        content: {
          role: 'user',
          content: [{ type: 'text', text: 'One' }],
          metadata: { custom: {} },
        },
      },
    ],
    ['thread_7', expect.objectContaining({ externalId: reply?.id, parentId: 'row_1' })],
  ])
  expect(world.cloud.to('createThread')).toHaveLength(1)
})

test('saves each message once, behind the one before it (4.51, 7.49)', async () => {
  const { world } = createKeptWorld({ answersRecords: true })
  for (const text of ['One', 'Two']) {
    world.session.send({ text })
    await run(world)
  }

  const ids = world.path.map(({ id }) => id)
  expect(recordsOf(world).map(({ externalId, parentId }) => [externalId, parentId])).toEqual([
    [ids[0], null],
    [ids[1], `row_${ids[0]}`],
    [ids[2], `row_${ids[1]}`],
    [ids[3], `row_${ids[2]}`],
  ])
})

test('a message waits for the save of the one before, also from the turn before', async () => {
  const { world } = createKeptWorld()
  world.session.send({ text: 'One' })
  await run(world)
  await world.cloud.to('createThread')[0]?.answer()
  await run(world)
  world.session.send({ text: 'Two' })
  await run(world)
  expect(world.lines).toHaveLength(4)
  expect(saves(world)).toHaveLength(1)

  for (let index = 0; index < 4; index += 1) await saves(world)[index]?.answer()
  await run(world)

  expect(recordsOf(world).map(({ externalId }) => externalId)).toEqual(
    world.path.map(({ id }) => id),
  )
})

test('an edit and a reload are saved as branches', async () => {
  const { world } = createKeptWorld({ answersRecords: true })
  world.session.send({ text: 'One' })
  await run(world)
  const [first, reply] = world.path.map(({ id }) => id)
  world.session.reload(reply ?? '')
  await run(world)
  world.session.edit(first ?? '', { text: 'Uno' })
  await run(world)

  expect(recordsOf(world).map(({ parentId }) => parentId)).toEqual([
    null,
    `row_${first}`,
    `row_${first}`,
    null,
    `row_${world.path[0]?.id}`,
  ])
})

test('what could not be saved is saved after the next turn', async () => {
  const { world } = createKeptWorld()
  world.session.send({ text: 'One' })
  await run(world)
  await world.cloud.to('createThread')[0]?.answer()
  await run(world)
  await saves(world)[0]?.refuse(new AlcoveError('offline', 'No.'))
  expect(world.failures).toMatchObject([{ during: 'save', error: { code: 'offline' } }])
  expect(saves(world)).toHaveLength(1)

  world.session.send({ text: 'Two' })
  await run(world)
  for (let index = 1; index < 5; index += 1) await saves(world)[index]?.answer()
  await run(world)

  expect(
    recordsOf(world)
      .slice(1)
      .map(({ externalId }) => externalId),
  ).toEqual(world.path.map(({ id }) => id))
})

test('answers although the thread could not be made, and makes it when it saves', async () => {
  const { world, threads } = createKeptWorld()
  world.session.send({ text: 'One' })
  await run(world)
  await world.cloud.to('createThread')[0]?.refuse(new AlcoveError('offline', 'No.'))
  await run(world)

  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
  expect(threads).toEqual(['__LOCALID_abcdefg'])
  await world.cloud.to('createThread')[1]?.answer('thread_7')
  await run(world)
  expect(saves(world)[0]?.args[0]).toBe('thread_7')
})

test('an answer that waits is saved when it no longer does (4.52)', async () => {
  const waits: readonly Chunk[] = [
    { type: 'tool-input-available', toolCallId: 'c', toolName: 'look', input: {} },
    { type: 'finish' },
  ]
  const { world } = createKeptWorld({ answersRecords: true }, (count) =>
    count === 1 ? waits : [...words('2'), FINISH],
  )
  world.session.send({ text: 'One' })
  await run(world)
  expect(world.path[1]?.status?.type).toBe('requires-action')
  expect(recordsOf(world)).toHaveLength(1)

  // The person continues without it.
  world.session.send({ text: 'Two' })
  await run(world)

  expect(recordsOf(world).map(({ externalId }) => externalId)).toEqual(
    world.path.map(({ id }) => id),
  )
})

test('keeps the words of an answer with a part that cannot be stored, and warns which (8.5)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const picture: Chunk = { type: 'file', url: 'https://x.example/a.png', mediaType: 'image/png' }
  const { world } = createKeptWorld({ answersRecords: true }, () => [
    picture,
    ...words('There.'),
    FINISH,
  ])
  world.session.send({ text: 'One' })
  await run(world)

  expect(recordsOf(world)[1]?.content['content']).toEqual([{ type: 'text', text: 'There.' }])
  expect(warn.mock.calls).toEqual([[THREAD_TEXTS.unsupportedPart('file')]])
  // The message was saved, so no failure is reported.
  expect(world.failures).toEqual([])
})

test('goes on when the thread is closed: the answer is saved, and nothing is told', async () => {
  const { world } = createKeptWorld({ answersRecords: true })
  world.session.send({ text: 'One' })
  world.session.close()
  const told = world.changes.length
  await run(world)

  expect(recordsOf(world)).toHaveLength(2)
  expect(world.changes).toHaveLength(told)
})

test('keeps what is not saved yet when the history is loaded again', async () => {
  const { world } = createKeptWorld()
  world.session.send({ text: 'One' })
  await run(world)
  await world.cloud.to('createThread')[0]?.answer()
  await run(world)

  await world.session.load()

  expect(world.lines).toEqual(['user: One', 'assistant: 1'])
})

test('rates an answer once it is saved', async () => {
  const { world } = createKeptWorld({ answersRecords: true })
  world.session.send({ text: 'One' })
  await world.settle()
  const answer: Message | undefined = world.path[1]
  world.session.giveFeedback(answer?.id ?? '', { type: 'positive' })
  await run(world)

  expect(world.cloud.to('sendFeedback').map(({ args }) => args)).toEqual([
    ['thread_1', `row_${answer?.id}`, { type: 'positive' }],
  ])
})

test('a stop before the thread is made takes the message back, and asks no model', async () => {
  const { world, threads } = createKeptWorld()
  world.session.send({ text: 'One' })
  await run(world)

  world.session.stop()
  await run(world)
  await world.cloud.to('createThread')[0]?.answer()
  await run(world)

  expect(threads).toEqual([])
  expect(world.lines).toEqual([])
  expect(world.returned).toEqual(['One'])
  expect(saves(world)).toEqual([])
})

const PICTURE = 'data:image/png;base64,aGk='
const drawing = (): readonly Chunk[] => [
  ...words('Here.'),
  { type: 'file', url: PICTURE, mediaType: 'image/png' },
  FINISH,
]
/** A world whose answers contain an image, with the server's answer to uploads. */
async function draw(uploadFile: CloudFiles['uploadFile']) {
  const { world } = createKeptWorld({ answersRecords: true }, drawing)
  world.cloud.files = async () => ({ uploadFile }) as CloudFiles
  world.session.send({ text: 'Draw' })
  await run(world)
  await vi.waitUntil(() => saves(world).length > 1 || world.failures.length > 0)
  return world
}

test('uploads the files of an answer, and names them where history looks for them', async () => {
  const uploadFile = vi
    .fn<CloudFiles['uploadFile']>()
    .mockResolvedValue({ url: 'https://chat.example/f/k', key: 'k' })
  const world = await draw(uploadFile)

  expect(uploadFile.mock.calls.map(([file]) => [file.name, file.type, file.size])).toEqual([
    ['image-1.png', 'image/png', 2],
  ])
  expect(recordsOf(world)[1]?.content).toMatchObject({
    content: [{ type: 'text', text: 'Here.' }],
    metadata: {
      custom: {
        attachments: [
          {
            id: 'k',
            type: 'image',
            name: 'image-1.png',
            contentType: 'image/png',
            url: 'https://chat.example/f/k',
            size: 2,
          },
        ],
      },
    },
  })
})

test('counts a file of an answer that the server does not take, and saves the words', async () => {
  const world = await draw(() => Promise.reject(new AlcoveError('quota_exceeded', 'Full.')))

  const content = recordsOf(world)[1]?.content
  expect(content?.['content']).toEqual([{ type: 'text', text: 'Here.' }])
  expect(content?.['metadata']).toMatchObject({ custom: { lostFiles: 1 } })
})

test('tries a file of an answer again with its message when the line was down', async () => {
  const uploadFile = vi
    .fn<CloudFiles['uploadFile']>()
    .mockRejectedValueOnce(new AlcoveError('offline', 'Down.'))
    .mockResolvedValue({ url: 'https://chat.example/f/k', key: 'k' })
  const world = await draw(uploadFile)
  expect(world.failures.map(({ during }) => during)).toEqual(['save'])

  world.session.send({ text: 'More' })
  await run(world)
  await vi.waitUntil(() => saves(world).length === 4)
  expect(recordsOf(world)[1]?.content['metadata']).toMatchObject({
    custom: { attachments: [{ id: 'k' }] },
  })
})

test.each([
  ['again where the upload ended before its message was saved', 3_600_000, ['k1', 'k2']],
  ['once where it is saved in time', 3_000_000, ['k1', 'k1']],
])('uploads a file of an answer %s', async (_, passedMs, keys) => {
  const { world } = createKeptWorld({}, (turn) =>
    turn === 1 ? drawing() : [...words('More'), FINISH],
  )
  const begunAt = world.clock.now()
  let count = 0
  const uploadFile: CloudFiles['uploadFile'] = () => {
    const key = `k${(count += 1)}`
    const endsAt = begunAt + 3_600_000
    return Promise.resolve({ url: `https://chat.example/f/${key}`, key, endsAt })
  }
  world.cloud.files = async () => ({ uploadFile }) as CloudFiles
  world.session.send({ text: 'Draw' })
  await run(world)
  await world.cloud.to('createThread')[0]?.answer('thread_7')
  await run(world)
  await saves(world)[0]?.answer('row_1')
  await vi.waitUntil(() => saves(world).length === 2)
  await saves(world)[1]?.refuse(new AlcoveError('unavailable', 'No.'))
  await run(world)

  await world.clock.advance(passedMs)
  world.session.send({ text: 'More' })
  await run(world)
  await vi.waitUntil(() => saves(world).length === 3)

  const named = recordsOf(world).map(({ content }) => JSON.stringify(content['metadata']))
  expect(named.flatMap((text) => /"id":"(k\d)"/.exec(text)?.[1] ?? [])).toEqual(keys)
})
