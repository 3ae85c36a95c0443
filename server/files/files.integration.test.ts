import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, test } from 'vitest'
import {
  BASE,
  createFilesWorld,
  FILE_PLACES,
  MIXED_FILE_PLACES,
  ownerNamed,
  type FilePlace,
  type FilesWorld,
  type FilesWorldOptions,
} from '../testing/create-files-world.ts'
import { UPLOADS_OF_USER_MAX } from './upload-gate.ts'
import { samplePng, sampleJpeg, SECRET_PLACE } from '../testing/sample-images.ts'

const DAY_MS = 86_400_000
const ada = ownerNamed('ada')
const bob = ownerNamed('bob')
const visitor = ownerNamed('usr_anon_x', 'anonymous')
const text = (content: string) => new TextEncoder().encode(content)
const worlds: FilesWorld[] = []

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const testPlace = (place: FilePlace) => {
  async function open(options: FilesWorldOptions = {}) {
    const world = await createFilesWorld({
      ...place,
      postgresUrl: inject('postgresUrl'),
      ...options,
    })
    worlds.push(world)
    return world
  }

  async function threadOf(world: FilesWorld) {
    const thread = {
      lastMessageAt: new Date(world.clock.ms).toISOString(),
      externalId: randomUUID(),
    }
    return world.store.threads.create(ada, thread)
  }

  test('takes a file, and opens it for its owner, cleaned and under its true type', async () => {
    const { files, upload, get } = await open()
    const { key, publicUrl, response } = await upload(ada, await sampleJpeg(), {
      contentType: 'image/png',
    })

    const row = (await files.find(ada, publicUrl))!
    const { signedUrl, expiresAt } = await files.presignRead(BASE, row)
    const read = await get(signedUrl)

    expect(response.status).toBe(200)
    expect(publicUrl).toBe(`${BASE}/v1/files/attachments/${key}`)
    expect(expiresAt).toBe('2026-11-21T05:05:00.000Z')
    expect(read.headers.get('Content-Type')).toBe('image/jpeg')
    expect(read.headers.get('Content-Disposition')).toBe('inline; filename="photo.png"')
    expect(read.headers.get('Cache-Control')).toBe('private, max-age=300')
    const bytes = Buffer.from(await read.arrayBuffer())
    expect(bytes.includes(SECRET_PLACE)).toBe(false)
    expect(await files.read(row)).toMatchObject({ mediaType: 'image/jpeg', filename: 'photo.png' })
    expect(Buffer.from((await files.read(row)).bytes).equals(bytes)).toBe(true)
    expect(await files.find(bob, key)).toBeUndefined()
    expect(await files.find({ ...ada, projectId: 'other' }, key)).toBeUndefined()
  })

  test('ends both addresses when they say so', async () => {
    const { files, upload, get, put, clock } = await open()
    const kept = await upload(ada, await samplePng())
    const { signedUrl } = await files.presignRead(BASE, (await files.find(ada, kept.key))!)
    const late = await files.requestUpload(ada, BASE, { filename: 'a.txt' })

    clock.ms += 299_999
    expect((await get(signedUrl)).status).toBe(200)
    clock.ms += 1
    expect((await get(signedUrl)).status).toBe(403)

    clock.ms += 300_000
    expect(late.expiresAt).toBe(new Date(clock.ms).toISOString())
    expect((await put(late.signedUrl, text('late'))).status).toBe(403)
    expect((await upload(ada, text('in time'))).response.status).toBe(200)
  })

  test('binds an address to the type and the length that were declared', async () => {
    const { files, put } = await open()
    const declared = { filename: 'a.txt', contentType: 'text/plain', contentLength: 5 }
    const { signedUrl } = await files.requestUpload(ada, BASE, declared)
    const send = async (body: string, type: string) =>
      (await put(signedUrl, text(body), { 'Content-Type': type })).status

    expect(await send('hello!', 'text/plain')).toBe(place.objects === 's3' ? 403 : 413)
    expect(await send('hell', 'text/plain')).toBe(403)
    expect(await send('hello', 'text/html')).toBe(403)
    expect(await send('hello', 'text/plain')).toBe(200)
  })

  test('serves the checked bytes, even after a later upload to the same address', async () => {
    const { files, upload, put, get } = await open()
    const { key, signedUrl, response } = await upload(ada, text('first'), {
      contentLength: 5,
    })
    const row = (await files.find(ada, key))!
    await files.read(row)

    const second = await put(signedUrl, text('later'))

    expect(response.status).toBe(200)
    // A real S3 accepts it; the server never reads it.
    expect(second.status).toBe(place.objects === 's3' ? 200 : 409)
    const read = await files.presignRead(BASE, (await files.find(ada, key))!)
    expect(await (await get(read.signedUrl)).text()).toBe('first')
  })

  test('has nothing to read before the upload came', async () => {
    const { files } = await open()
    const { key } = await files.requestUpload(ada, BASE, { filename: 'a.txt' })
    const row = (await files.find(ada, key))!

    await expect(files.read(row)).rejects.toMatchObject({ code: 'not_found' })
    await expect(files.presignRead(BASE, row)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('gives visitors less room than named users, to the byte', async () => {
    const { files } = await open({ amounts: { fileBytes: 100, anonymousFileBytes: 10 } })
    const ask = (owner: typeof ada, contentLength: number) =>
      files.requestUpload(owner, BASE, { filename: 'a.bin', contentLength })

    await expect(ask(ada, 100)).resolves.toBeDefined()
    await expect(ask(ada, 101)).rejects.toMatchObject({ code: 'too_large', data: { limit: 100 } })
    await expect(ask(visitor, 10)).resolves.toBeDefined()
    await expect(ask(visitor, 11)).rejects.toMatchObject({ code: 'too_large' })
  })

  test('gives visitors no more than named users where only these were bounded', async () => {
    const { files } = await open({ amounts: { fileBytes: 100, userStorageBytes: 150 } })
    const ask = (contentLength: number) =>
      files.requestUpload(visitor, BASE, { filename: 'a.bin', contentLength })

    await expect(ask(101)).rejects.toMatchObject({ code: 'too_large', data: { limit: 100 } })
    await expect(ask(100)).resolves.toBeDefined()
    await expect(ask(51)).rejects.toMatchObject({ code: 'quota_exceeded', data: { limit: 150 } })
    await expect(ask(50)).resolves.toBeDefined()
  })

  test('caps a file of which nothing was declared, and keeps none of it', async () => {
    const { files, upload } = await open({ amounts: { anonymousFileBytes: 10 } })
    const full = await upload(visitor, text('0123456789'))
    const over = await upload(visitor, text('0123456789a'))
    const rowOf = async (key: string) => (await files.find(visitor, key))!

    expect((await files.read(await rowOf(full.key))).bytes).toHaveLength(10)
    // A bucket cannot limit its length, so such an upload goes through the server.
    expect(over.response.status).toBe(413)
    await expect(files.read(await rowOf(over.key))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('fills what a user may store to the byte, declared or not, and no further', async () => {
    const { files, upload } = await open({ amounts: { userStorageBytes: 100 } })
    const declared = { filename: 'a.bin', contentLength: 60 }
    await files.requestUpload(ada, BASE, declared)
    await expect(files.requestUpload(ada, BASE, declared)).rejects.toMatchObject({
      code: 'quota_exceeded',
      data: { limit: 100, used: 60 },
    })
    const over = await upload(ada, text('x'.repeat(41)))
    expect(over.response.status).toBe(409)
    const overRow = (await files.find(ada, over.key))!
    await expect(files.read(overRow)).rejects.toMatchObject({ code: 'not_found' })

    const full = await upload(ada, text('x'.repeat(40)))

    expect((await files.read((await files.find(ada, full.key))!)).bytes).toHaveLength(40)
    await expect(files.requestUpload(ada, BASE, { filename: 'b' })).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    // Other users have their own quota.
    await expect(files.requestUpload(bob, BASE, declared)).resolves.toBeDefined()
  })

  test('never fills more than a user may store, however many come at once', async () => {
    const { files, store, upload, put } = await open({ amounts: { userStorageBytes: 100 } })
    const twenty = <Result>(task: (n: number) => Promise<Result>) =>
      Promise.allSettled(Array.from({ length: 20 }, (_, n) => task(n)))
    const count = (results: readonly PromiseSettledResult<unknown>[]) =>
      results.filter(({ status }) => status === 'fulfilled').length
    const dataUrl = `data:text/plain;base64,${btoa('x'.repeat(10))}`

    const declared = { filename: 'a.bin', contentLength: 10 }
    const asked = await twenty(() => files.requestUpload(ada, BASE, declared))
    expect(count(asked)).toBe(10)
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'quota_exceeded', data: { limit: 100, used: 100 } },
    })

    const kept = await twenty((n) => files.keep(bob, BASE, dataUrl, `${n}.txt`))
    expect(count(kept)).toBe(10)

    const eve = ownerNamed('eve')
    const addresses = await twenty(() => files.requestUpload(eve, BASE, { filename: 'a.txt' }))
    expect(count(addresses)).toBe(20)
    for (const first of [0, UPLOADS_OF_USER_MAX]) {
      const wave = addresses.slice(first, first + UPLOADS_OF_USER_MAX)
      await Promise.all(
        wave.map(async (address) => {
          if (address.status === 'fulfilled') await put(address.value.signedUrl, text('0123456789'))
        }),
      )
    }
    const read = await twenty(async (n) => {
      const address = addresses[n]
      const key = address?.status === 'fulfilled' ? address.value.key : ''
      return files.read((await files.find(eve, key))!)
    })
    expect(count(read)).toBe(10)
    for (const owner of [ada, bob, eve]) expect(await store.files.usedBytes(owner)).toBe(100)
    const other = await upload(ownerNamed('zoe'), text('0123456789'))
    expect(other.response.status).toBe(200)
  })

  test('takes only the types that a project names, by what the bytes are', async () => {
    const { files, upload } = await open({ fileTypes: ['image/*', 'text/csv'] })
    const ask = (filename: string, contentType?: string) =>
      files.requestUpload(ada, BASE, { filename, ...(contentType && { contentType }) })
    const refused = { code: 'unsupported_media_type' }

    await expect(ask('a.pdf', 'application/pdf')).rejects.toMatchObject(refused)
    await expect(ask('a.exe')).rejects.toMatchObject(refused)
    await expect(ask('a.csv')).resolves.toBeDefined()
    await expect(ask('a', 'text/csv; charset=utf-8')).resolves.toBeDefined()
    const read = async (bytes: Uint8Array<ArrayBuffer>, filename: string) => {
      const { key } = await upload(ada, bytes, { filename })
      return (await files.read((await files.find(ada, key))!)).mediaType
    }
    expect(await read(await samplePng(), 'a.png')).toBe('image/png')
    expect(await read(text('a,b'), 'a.csv')).toBe('text/plain')
    await expect(read(text('<html>'), 'a.png')).rejects.toThrow()
    await expect(read(text('%PDF-1.7'), 'a.csv')).rejects.toThrow()
  })

  test('rewrites stored addresses for the owner, and signed ones back', async () => {
    const { files, upload, get } = await open()
    const own = await upload(ada, await samplePng())
    const foreign = await upload(bob, text("bob's"))
    const missing = await files.requestUpload(ada, BASE, { filename: 'never.txt' })
    const moved = own.publicUrl.replace('https://chat.example/p/shop', 'https://old.example')
    const content = {
      role: 'user',
      parts: [
        { url: own.publicUrl },
        { url: foreign.publicUrl },
        { url: missing.publicUrl },
        moved,
      ],
      text: `see ${own.publicUrl}`,
    }

    const [read = {}] = await files.withReadUrls(ada, BASE, [content])
    const [first, second, third, fourth] = read['parts'] as [
      { url: string },
      { url: string },
      { url: string },
      string,
    ]
    const stored = files.withStoredUrls(BASE, read)

    expect((await get(first.url)).status).toBe(200)
    expect((await get(fourth)).status).toBe(200)
    expect([second.url, third.url]).toEqual([foreign.publicUrl, missing.publicUrl])
    expect(read['text']).toBe(content.text)
    expect(stored).toEqual({ ...content, parts: [...content.parts.slice(0, 3), own.publicUrl] })
    expect(files.keysIn(read)).toEqual([own.key, foreign.key, missing.key])
  })

  test('keeps what came inside of a call', async () => {
    const { files, get } = await open({ amounts: { inlineDataBytes: 1_000_000 } })
    const dataUrl = `data:image/png;base64,${Buffer.from(await sampleJpeg()).toString('base64')}`

    const row = await files.keep(ada, BASE, dataUrl, '../a.png')
    const { signedUrl } = await files.presignRead(BASE, row)

    expect(row).toMatchObject({ state: 'ready', mediaType: 'image/jpeg', filename: 'a.png' })
    expect((await get(signedUrl)).headers.get('Content-Type')).toBe('image/jpeg')
  })

  test('sweeps files that were never sent or lost their thread, and no other', async () => {
    const world = await open()
    const { files, upload, store, clock, s3 } = world
    const thread = await threadOf(world)
    const sent = await upload(ada, await samplePng())
    const unsent = await upload(ada, await samplePng())
    const keys = [sent.key, unsent.key]
    for (const key of keys) await files.read((await files.find(ada, key))!)
    await store.files.attach(ada, thread.id, [sent.key])
    const pending = await files.requestUpload(ada, BASE, { filename: 'never.txt' })

    clock.ms += DAY_MS
    expect(await files.sweep()).toBe(0)
    clock.ms += 1
    expect(await files.sweep()).toBe(1)
    expect(await files.find(ada, unsent.key)).toBeUndefined()
    expect(await files.find(ada, pending.key)).toBeUndefined()
    expect((await files.read((await files.find(ada, sent.key))!)).mediaType).toBe('image/png')

    await store.threads.remove(ada, thread.id)
    expect(await files.sweep()).toBe(1)
    expect(await files.find(ada, sent.key)).toBeUndefined()
    expect(await files.sweep()).toBe(0)
    expect(s3?.objects.size ?? 0).toBe(0)
  })

  test('opens no file of a deleted thread, nor its address, and no other goes', async () => {
    const world = await open()
    const { files, upload, store, get } = world
    const [gone, stays] = [await threadOf(world), await threadOf(world)]
    const [lost, kept] = [await upload(ada, await samplePng()), await upload(ada, text('kept'))]
    await store.files.attach(ada, gone.id, [lost.key])
    await store.files.attach(ada, stays.id, [kept.key])
    const addressOf = async (key: string) =>
      (await files.presignRead(BASE, (await files.find(ada, key))!)).signedUrl
    const [lostUrl, keptUrl] = [await addressOf(lost.key), await addressOf(kept.key)]
    expect((await get(lostUrl)).status).toBe(200)

    await store.threads.remove(ada, gone.id)

    for (const name of [lost.key, lost.publicUrl, lostUrl]) {
      expect(await files.find(ada, name)).toBeUndefined()
    }
    const content = { parts: [lost.publicUrl, kept.publicUrl] }
    const [read] = await files.withReadUrls(ada, BASE, [content])
    expect(read?.['parts']).toEqual([lost.publicUrl, keptUrl])
    // The store of objects knows no threads: there the address ends with the object.
    expect((await get(lostUrl)).status).toBe(place.objects === 's3' ? 200 : 404)
    expect(await files.sweep()).toBe(1)
    expect((await get(lostUrl)).status).toBe(404)
    expect((await get(keptUrl)).status).toBe(200)
  })

  test('keeps a file that is sent while it is swept, or it was never there', async () => {
    const world = await open()
    const { files, upload, store, clock } = world
    const thread = await threadOf(world)
    const keys: string[] = []
    for (let n = 0; n < 6; n++) keys.push((await upload(ada, text(`file ${n}`))).key)
    for (const key of keys) await files.read((await files.find(ada, key))!)
    clock.ms += DAY_MS + 1

    const [removed] = await Promise.all([
      files.sweep(),
      ...keys.map((key) => store.files.attach(ada, thread.id, [key])),
    ])

    const rows = await store.files.findMany(ada, keys)
    expect(rows).toHaveLength(keys.length - removed)
    for (const row of rows) {
      expect(row.threadId).toBe(thread.id)
      expect((await files.read(row)).bytes).toHaveLength(6)
    }
    expect(await files.sweep()).toBe(0)
  })

  test('keeps a sent file that was not opened for days', async () => {
    const world = await open()
    const { files, upload, store, clock } = world
    const thread = await threadOf(world)
    const { key } = await upload(ada, await samplePng())
    await store.files.attach(ada, thread.id, [key])

    clock.ms += 3 * DAY_MS
    await files.sweep()

    expect((await files.read((await files.find(ada, key))!)).mediaType).toBe('image/png')
  })

  test('lets one upload become one file, however many ask for it at once', async () => {
    const { files, upload, store } = await open()
    const { key } = await upload(ada, await samplePng())
    const row = (await files.find(ada, key))!

    const all = await Promise.all(Array.from({ length: 5 }, () => files.read(row)))

    expect(new Set(all.map(({ mediaType }) => mediaType))).toEqual(new Set(['image/png']))
    expect((await store.files.find(ada, key))?.state).toBe('ready')
  })
}

for (const [places, tags] of [
  [FILE_PLACES, []],
  [MIXED_FILE_PLACES, ['nightly']],
] as const) {
  for (const place of places) {
    describe(`with ${place.engine} and ${place.objects}`, { tags: [...tags] }, () => {
      testPlace(place)
    })
  }
}
