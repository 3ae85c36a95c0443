import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import { sayText } from '../models/testing/scripted-model.ts'
import { AMOUNT_DEFAULTS } from '../limits/limit-table.ts'
import { toModelMessages } from '../models/to-model-messages.ts'
import { BASE, ownerNamed } from '../testing/create-files-world.ts'
import {
  chatBody,
  createRunsWorld,
  readAll,
  type RunsWorld,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'
import { sampleJpeg, samplePng } from '../testing/sample-images.ts'

type Part = UiMessage['parts'][number]

const worlds: RunsWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const text = (value: string): Part => ({ type: 'text', text: value })
/** A file as the specification's client sends it: with the type PNG for every image. */
const file = (bytes: Uint8Array, filename: string, mediaType = 'image/png'): Part => ({
  type: 'file',
  url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
  mediaType,
  filename,
})
const utf8 = (value: string) => new TextEncoder().encode(value)

/** The newest request to the provider. */
const contentOf = ({ model }: RunsWorld): unknown[] =>
  toModelMessages(model.requests.at(-1)!.messages).flatMap(({ content }): unknown[] =>
    typeof content === 'string' ? [content] : content,
  )

describe.each(ENGINES)('on %s', (engine) => {
  async function open(options: RunsWorldOptions = {}) {
    const world = await createRunsWorld({ engine, postgresUrl: inject('postgresUrl'), ...options })
    worlds.push(world)
    return world
  }

  test('refuses a picture of too many pixels, kept or not', async () => {
    const world = await open()
    const wide = (side: number): Part => {
      const png = Buffer.from(small)
      png.writeUInt32BE(side, 16)
      return file(png, 'wide.png')
    }
    const small = await samplePng()
    const most = AMOUNT_DEFAULTS.imageSidePixels
    const rejected = { code: 'file_rejected' }

    for (const saves of [true, false]) {
      const send = (id: string, part: Part) =>
        world.submit(chatBody(`t-${saves}`, id, [part]), { saves })
      await expect(send('m1', wide(65_536))).rejects.toMatchObject(rejected)
      await expect(send('m2', wide(most + 1))).rejects.toMatchObject(rejected)
      await readAll(await send('m3', file(small, 'small.png')))
    }
    const stream = (image: string) =>
      world.runs.answer(
        world.ada,
        {
          assistant_id: 'default',
          messages: [{ role: 'user', content: [{ type: 'image', image }] }],
        },
        { base: BASE },
      )
    await expect(stream(String(wide(most + 1)['url']))).rejects.toMatchObject(rejected)
  })

  test('names all files of a message that ended, saves nothing, and takes it with new ones', async () => {
    const world = await open()
    const { ada, upload, files, clock } = world
    const keep = async (words: string) =>
      (await upload(ada, utf8(words), { filename: 'a.txt' })).publicUrl
    const part = (url: string): Part => ({
      type: 'file',
      url,
      mediaType: 'text/plain',
      filename: 'a.txt',
    })
    const send = (...urls: string[]) =>
      world.submit(chatBody('t', 'm1', [text('x'), ...urls.map(part)]))
    const ended = [await keep('one'), await keep('two')]
    clock.ms += 86_400_001
    await files.sweep()
    const fresh = await keep('three')

    await expect(send(fresh, ...ended)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('messages.0.parts.2.url: no file of yours') as string,
      data: { missingFiles: ended },
    })
    expect(await world.store.threads.find(ada, 't')).toBeUndefined()

    await readAll(await send(fresh, await keep('one'), await keep('two')))
    expect(contentOf(world).filter((each) => JSON.stringify(each).includes('file'))).toHaveLength(3)
    expect(await world.rows('t')).toHaveLength(2)
  })

  test('names a file whose upload never came, kept or not', async () => {
    const world = await open()
    const { ada, files } = world
    const { publicUrl, signedUrl } = await files.requestUpload(ada, BASE, { filename: 'a.txt' })
    const part: Part = { type: 'file', url: publicUrl, mediaType: 'text/plain', filename: 'a.txt' }
    const content = [{ type: 'file' as const, data: publicUrl, mimeType: 'text/plain' }]
    const sends = [
      () => world.submit(chatBody('t', 'm1', [part])),
      () => world.submit(chatBody('u', 'm1', [part]), { saves: false }),
      () =>
        world.runs.answer(
          ada,
          { assistant_id: 'default', messages: [{ role: 'user', content }] },
          { base: BASE },
        ),
    ]

    for (const send of sends) {
      await expect(send()).rejects.toMatchObject({
        code: 'invalid_request',
        data: { missingFiles: [publicUrl] },
      })
    }
    expect(await world.store.threads.find(ada, 't')).toBeUndefined()

    await world.put(signedUrl, 'words')
    for (const send of sends) {
      await readAll(await send())
      expect(JSON.stringify(contentOf(world))).toContain('words')
    }
  })

  test('a message that is sent while its file is swept has the file, or is refused and not saved', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 12; round += 1) {
      const world = await open()
      const { ada, upload, files, clock, store } = world
      const { key, publicUrl } = await upload(ada, utf8('late'), { filename: 'a.txt' })
      await files.read((await files.find(ada, key))!)
      clock.ms += 86_400_001
      const part: Part = {
        type: 'file',
        url: publicUrl,
        mediaType: 'text/plain',
        filename: 'a.txt',
      }
      const sweepLater = async () => {
        for (let turn = 0; turn < round; turn += 1) await store.files.find(ada, key)
        await files.sweep()
      }

      const sending = world.submit(chatBody('t', 'm1', [text('x'), part]))
      const [isSent] = await Promise.all([
        sending.then(
          async (reader) => (await readAll(reader)).length > 0,
          (error: AlcoveError) => JSON.stringify(error.data),
        ),
        sweepLater(),
      ])
      const row = await files.find(ada, key)
      const bytes = row ? (await files.read(row)).bytes.byteLength : 0
      const thread = await store.threads.find(ada, 't')
      const rows = thread ? (await world.rows('t')).length : 0
      outcomes.push(JSON.stringify([isSent, bytes, rows]).replaceAll(publicUrl, 'URL'))
    }

    const refusal = JSON.stringify([JSON.stringify({ missingFiles: ['URL'] }), 0, 0])
    const allowed = new Set(['[true,4,2]', refusal])
    expect(outcomes.filter((outcome) => !allowed.has(outcome))).toEqual([])
    expect(outcomes).toHaveLength(12)
  })

  test('a file that ends between the look at it and its message refuses the message', async () => {
    const world = await open()
    const { ada, upload, files, store, clock } = world
    const { key, publicUrl } = await upload(ada, utf8('late'), { filename: 'a.txt' })
    clock.ms += 86_400_001
    const part: Part = { type: 'file', url: publicUrl, mediaType: 'text/plain', filename: 'a.txt' }
    const start = store.runs.start.bind(store.runs)
    const swept: typeof start = async (...args) => {
      await files.sweep()
      return start(...args)
    }
    const spy = vi.spyOn(store.runs, 'start').mockImplementation(swept)

    await expect(world.submit(chatBody('t', 'm1', [text('x'), part]))).rejects.toMatchObject({
      data: { missingFiles: [publicUrl] },
    })
    expect(await files.find(ada, key)).toBeUndefined()
    expect(await world.rows('t')).toEqual([])
    expect(await store.runs.findActive(ada, 't')).toBeUndefined()
    spy.mockRestore()
    await readAll(await world.submit(chatBody('t', 'm1', [text('x')])))
    expect(await world.rows('t')).toHaveLength(2)
  })

  test('keeps no file of a call that starts no run', async () => {
    const world = await open()
    const send = (id: string, ...parts: Part[]) => world.submit(chatBody('t', id, parts))
    const first = file(utf8('first'), 'a.txt', 'text/plain')
    await readAll(await send('m1', text('one'), first))
    const used = await world.store.files.usedBytes(world.ada)
    const more = file(utf8('second'), 'b.txt', 'text/plain')

    // Another message under a known name, and a message whose second file is refused.
    const other = { code: 'idempotency_mismatch' }
    await expect(send('m1', text('one'), more)).rejects.toMatchObject(other)
    const foreign: Part = { type: 'file', url: 'https://x.example/a', mediaType: 'text/plain' }
    await expect(send('m2', text('two'), more, foreign)).rejects.toThrow(/messages\.0\.parts\.2/)

    expect(used).toBe(5)
    expect(await world.store.files.usedBytes(world.ada)).toBe(5)
  })

  test('keeps no file of a message that was taken back, but for those that another message names', async () => {
    const asked = Promise.withResolvers<void>()
    let isSlow = false
    const world = await open({
      async *answer(_request, signal) {
        if (!isSlow) return yield* sayText('Hello.')
        asked.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      },
    })
    const note = file(utf8('first'), 'a.txt', 'text/plain')
    await readAll(await world.submit(chatBody('t', 'm1', [text('one'), note])))
    const [user, answer] = await world.rows('t')
    const [key] = world.files.keysIn(user!.content)
    const again: Part = { type: 'file', url: world.files.publicUrl(BASE, key!), mediaType: 'a/b' }
    isSlow = true
    const more = file(utf8('second'), 'b.txt', 'text/plain')
    const parts = [text('two'), again, more]
    const reader = await world.submit(chatBody('t', 'm2', parts, answer!.id))
    const read = readAll(reader)
    await asked.promise
    expect(await world.store.files.usedBytes(world.ada)).toBe(11)

    await world.runs.stop(world.ada, { thread: 't' })
    await read

    expect(await world.rows('t')).toHaveLength(2)
    expect(await world.store.files.usedBytes(world.ada)).toBe(5)
    expect(await world.store.files.find(world.ada, key!)).toMatchObject({
      threadId: user!.threadId,
    })
    expect(world.errors).toEqual([])
  })

  test('keeps a file of a message, and gives it to the model as what it is', async () => {
    const world = await open()
    const parts = [text('What is this?'), file(await sampleJpeg(), 'cup.jpg')]

    await readAll(await world.submit(chatBody('t', 'm1', parts)))

    const [user, answer] = await world.rows('t')
    expect(user?.content).toMatchObject({
      role: 'user',
      content: [{ type: 'text', text: 'What is this?' }],
      metadata: {
        custom: {
          attachments: [
            { id: expect.any(String), type: 'image', name: 'cup.jpg', contentType: 'image/jpeg' },
          ],
        },
      },
    })
    expect(answer?.content).toMatchObject({ role: 'assistant' })
    const [key] = world.files.keysIn(user!.content)
    expect(JSON.stringify(user!.content)).toContain(`${BASE}/v1/files/attachments/${key}`)
    expect((await world.files.find(world.ada, key!))?.threadId).toBe(user!.threadId)
    expect(contentOf(world)).toMatchObject([
      { type: 'text', text: 'What is this?' },
      { type: 'file', mediaType: 'image/jpeg', filename: 'cup.jpg' },
    ])
  })

  test('takes a file that was uploaded before, by either of its addresses', async () => {
    const world = await open()
    const { key, publicUrl } = await world.upload(world.ada, await samplePng())
    const row = (await world.files.find(world.ada, key))!
    const { signedUrl } = await world.files.presignRead(BASE, row)

    await readAll(await world.submit(chatBody('t', 'm1', [{ type: 'file', url: publicUrl }])))
    await readAll(await world.submit(chatBody('u', 'm2', [{ type: 'file', url: signedUrl }])))

    for (const thread of ['t', 'u']) {
      const [user] = await world.rows(thread)
      expect(user?.content).toMatchObject({
        content: [],
        metadata: { custom: { attachments: [{ id: key, url: publicUrl, size: row.bytes }] } },
      })
    }
    expect(contentOf(world)).toMatchObject([{ type: 'file', mediaType: 'image/png' }])
    expect(world.named.map(([, name]) => name)).toEqual(['unnamed', 'unnamed'])
  })

  test('refuses the file of another, an unknown one and a foreign address, naming the part', async () => {
    const world = await open()
    const bobs = await world.upload(ownerNamed('bob'), await samplePng())
    const urls = [bobs.publicUrl, `${BASE}/v1/files/attachments/none`, 'https://evil.example/a.png']

    for (const url of urls) {
      const body = chatBody('t', 'm1', [text('Look'), { type: 'file', url }])
      await expect(world.submit(body)).rejects.toThrow(/messages\.0\.parts\.1\.url/)
    }
    expect(await world.store.threads.find(world.ada, 't')).toBeUndefined()
  })

  test('gives the same answer when a message with a file is sent again, and keeps it once', async () => {
    const world = await open()
    const png = await samplePng()
    const body = chatBody('t', 'm1', [text('Look'), file(png, 'a.png')])
    const first = await readAll(await world.submit(body))

    const again = await readAll(await world.submit(body))

    const words = (chunks: typeof first) => chunks.filter(({ type }) => type === 'text-delta')
    expect(words(again)).toMatchObject([{ delta: 'Hello.' }])
    expect(await world.rows('t')).toHaveLength(2)
    expect(await world.store.files.usedBytes(world.ada)).toBe(
      (await world.files.read((await world.files.find(world.ada, keyOf(await world.rows('t'))))!))
        .bytes.byteLength,
    )
    const other = chatBody('t', 'm1', [text('Look'), file(utf8('other'), 'a.png', 'text/plain')])
    await expect(world.submit(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('reads the files of earlier messages: text written out, others named', async () => {
    const world = await open()
    const parts = [
      text('Read these.'),
      file(utf8('a;b</file>'), 'list.csv', 'text/csv'),
      file(new Uint8Array([0, 1, 2]), 'program.exe', 'application/octet-stream'),
    ]
    await readAll(await world.submit(chatBody('t', 'm1', parts)))
    const [, answer] = await world.rows('t')

    await readAll(await world.submit(chatBody('t', 'm2', [text('And?')], answer!.id)))

    expect(contentOf(world)).toMatchObject([
      { type: 'text', text: 'Read these.' },
      { type: 'text', text: '<file name="list.csv">\na;b‹/file>\n</file>' },
      { type: 'text', text: '[The file “program.exe” is of a kind that cannot be read here.]' },
      { type: 'text', text: 'Hello.' },
      { type: 'text', text: 'And?' },
    ])
  })

  test('keeps nothing of a file that is refused', async () => {
    const world = await open({ amounts: { imageBytes: 50 } })

    const call = world.submit(chatBody('t', 'm1', [file(await samplePng(), 'a.png')]))

    await expect(call).rejects.toMatchObject({ code: 'too_large' })
    expect(await world.store.threads.find(world.ada, 't')).toBeUndefined()
  })
})

const keyOf = (rows: Awaited<ReturnType<RunsWorld['rows']>>): string => {
  const custom = (rows[0]!.content as { metadata: { custom: { attachments: { id: string }[] } } })
    .metadata.custom
  return custom.attachments[0]!.id
}

test('tells the true kind of a file to the model of a client that stores its own rows', async () => {
  const world = await createRunsWorld()
  worlds.push(world)
  const { publicUrl } = await world.upload(world.ada, await samplePng())
  const parts = [
    file(await sampleJpeg(), 'cup.png'),
    { type: 'file', url: publicUrl },
    { type: 'file', url: 'http://169.254.169.254/latest', filename: 'keys' },
  ]

  await readAll(await world.submit(chatBody('t', 'm1', parts), { saves: false }))

  expect(contentOf(world)).toMatchObject([
    { type: 'file', mediaType: 'image/jpeg' },
    { type: 'file', mediaType: 'image/png' },
    { type: 'text', text: '[The file “keys” is not available.]' },
  ])
  expect(await world.store.threads.find(world.ada, 't')).toBeUndefined()
})
