import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { sayText } from '../models/testing/scripted-model.ts'
import { chatBody, readAll, type RunsWorldOptions } from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

const hello = [{ type: 'text', text: 'Draw.' }]
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const file = (url = PNG, mediaType = 'image/png'): Chunk => ({ type: 'file', url, mediaType })
const openWorld = createRunsWorlds()

describe.each(ENGINES)('files of an answer, on %s', (engine) => {
  async function draw(files: readonly Chunk[], options: RunsWorldOptions = {}) {
    const [begin, ...rest] = sayText('Here it is.')
    const world = await openWorld({ engine, answer: () => [begin!, ...files, ...rest], ...options })
    const chunks = await readAll(await world.submit(chatBody('t', 'm', hello)))
    const content = (await world.rows('t')).at(-1)!.content
    const { custom } = content['metadata'] as { custom: Record<string, unknown> }
    return { ...world, chunks, content, custom }
  }

  test('are kept as the owner’s, and named where history looks for them (3.31)', async () => {
    const { ada, chunks, content, custom, files } = await draw([file(), file()])

    expect(content['content']).toEqual([{ type: 'text', text: 'Here it is.' }])
    const attachments = custom['attachments'] as { id: string; url: string; size: number }[]
    expect(attachments).toMatchObject([
      { type: 'image', name: 'image-1.png', contentType: 'image/png' },
      { type: 'image', name: 'image-2.png', contentType: 'image/png' },
    ])
    for (const { id, url, size } of attachments) {
      const row = await files.find(ada, url)
      expect(row).toMatchObject({ key: id, bytes: size })
      expect((await files.read(row!)).mediaType).toBe('image/png')
    }
    // Readers get them at once, by addresses that open them; the stream contains no image.
    const urls = chunks.flatMap((chunk) => (chunk.type === 'file' ? [chunk.url] : []))
    expect(urls).toHaveLength(2)
    for (const [index, url] of urls.entries()) {
      expect(url).toContain(attachments[index]!.id)
      expect(url).not.toBe(attachments[index]!.url)
    }
    expect(JSON.stringify(chunks)).not.toContain('base64')
  })

  test('take room of their owner’s; what finds none is counted, and the answer goes on', async () => {
    const size = Buffer.from(PNG.split(',')[1]!, 'base64').byteLength
    const amounts = { userStorageBytes: size * 2, anonymousStorageBytes: size * 2 }

    const { content, custom, errors } = await draw([file(), file(), file()], { amounts })

    expect(custom['attachments']).toHaveLength(2)
    expect(custom['lostFiles']).toBe(1)
    expect(content['content']).toEqual([{ type: 'text', text: 'Here it is.' }])
    expect(errors.splice(0)).toMatchObject([{ code: 'quota_exceeded' }])
  })

  test('are as many as a message may have, and not one more', async () => {
    const amounts = { filesPerMessage: 2 }

    expect((await draw([file(), file()], { amounts })).custom['lostFiles']).toBeUndefined()
    const { custom, errors } = await draw([file(), file(), file()], { amounts })
    expect(errors.splice(0)).toMatchObject([{ message: 'An answer has more than 2 files.' }])
    expect(custom['attachments']).toHaveLength(2)
    expect(custom['lostFiles']).toBe(1)
  })

  test('go with their thread, and no model reads them as said by itself', async () => {
    const world = await draw([file()])
    const [{ url }] = world.custom['attachments'] as [{ url: string }]
    await readAll(
      await world.submit(chatBody('t', 'm2', hello, (await world.rows('t')).at(-1)!.id)),
    )
    const said = world.model.requests.at(-1)!.messages.find(({ role }) => role === 'assistant')
    expect(said?.content).toEqual([{ type: 'text', text: 'Here it is.' }])
    expect(await world.files.find(world.ada, url)).toBeDefined()

    const { id } = (await world.store.threads.find(world.ada, 't'))!
    await world.store.threads.remove(world.ada, id)

    expect(await world.files.find(world.ada, url)).toBeUndefined()
  })

  test('of a client that stores its own rows stay in the stream', async () => {
    const [begin, ...rest] = sayText('Here.')
    const { submit } = await openWorld({ engine, answer: () => [begin!, file(), ...rest] })

    const chunks = await readAll(await submit(chatBody('t', 'm', hello), { saves: false }))

    expect(chunks).toContainEqual(file())
  })
})
