import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '../../shared/thread/message.ts'
import type { FileRow, Scope } from '../store/store.ts'
import { createFilesWorld, ownerNamed, type FilesWorld } from '../testing/create-files-world.ts'
import { samplePng } from '../testing/sample-images.ts'
import { MODEL_FILES_MAX, resolveFiles, type ResolveSetup } from './model-files.ts'

const ada = ownerNamed('ada')

let world: FilesWorld
let queries: (readonly string[])[]
let reads: string[]
beforeEach(async () => {
  world = await createFilesWorld()
  queries = []
  reads = []
})
afterEach(() => world.close())

/** Resolves files of the world; each access is recorded. */
function resolve(messages: readonly Message[], limits: Partial<ResolveSetup> = {}) {
  const rows = {
    findMany(scope: Scope, keys: readonly string[]) {
      queries.push(keys)
      return world.store.files.findMany(scope, keys)
    },
  }
  const files = {
    read(row: FileRow) {
      reads.push(row.key)
      return world.files.read(row)
    },
  }
  return resolveFiles(messages, { files, rows, scope: ada, ...limits })
}

const message = (id: string, ...urls: readonly string[]): Message => ({
  id,
  createdAt: '',
  role: 'user',
  content: urls.map((data) => ({ type: 'file', data, mimeType: '', filename: id })),
  metadata: { custom: {} },
})
const inline = (text: string) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`
const kindsOf = (messages: readonly Message[]) =>
  messages.map(({ content }) => content.map(({ type }) => type))
const upload = async (owner = ada) => {
  const file = await world.upload(owner, await samplePng())
  return { ...file, row: (await world.files.find(owner, file.key))! }
}

test('gives the newest files as many bytes as fit, and names the others', async () => {
  const messages = [message('old', inline('12345')), message('new', inline('12345'))]
  const kinds = async (maxBytes: number) => kindsOf(await resolve(messages, { maxBytes }))

  expect(await kinds(10)).toEqual([['file'], ['file']])
  expect(await kinds(9)).toEqual([['text'], ['file']])
  expect(await kinds(4)).toEqual([['text'], ['text']])
  expect(queries).toEqual([])
})

test('asks for all stored files at once, and reads each once', async () => {
  const [one, two] = [await upload(), await upload()]
  const addresses = [one.publicUrl, one.key, two.publicUrl, one.publicUrl]

  const resolved = await resolve([message('a', ...addresses), message('b', one.publicUrl)])

  const png = expect.objectContaining({ mimeType: 'image/png', filename: 'photo.png' }) as unknown
  expect(resolved.flatMap(({ content }) => content)).toEqual(Array(5).fill(png))
  expect(queries).toEqual([[one.key, two.key]])
  expect(reads.toSorted()).toEqual([one.key, two.key].toSorted())
})

test('counts a file that is sent twice twice', async () => {
  const { publicUrl, row } = await upload()
  const bytes = (await world.files.read(row)).bytes.byteLength
  const kinds = async (maxBytes: number) =>
    kindsOf(await resolve([message('old', publicUrl), message('new', publicUrl)], { maxBytes }))

  expect(await kinds(2 * bytes)).toEqual([['file'], ['file']])
  expect(await kinds(2 * bytes - 1)).toEqual([['text'], ['file']])
})

test('looks up so many files of a call, the newest, and names the others', async () => {
  const { publicUrl } = await upload()
  const kinds = async (count: number, maxFiles?: number) => {
    const old = message('old', ...Array<string>(count - 1).fill(publicUrl))
    const messages = [message('first', publicUrl), old]
    return kindsOf(await resolve(messages, maxFiles === undefined ? {} : { maxFiles }))[0]
  }

  expect(await kinds(MODEL_FILES_MAX)).toEqual(['file'])
  expect(await kinds(MODEL_FILES_MAX + 1)).toEqual(['text'])
  expect(await kinds(2, 2)).toEqual(['file'])
  expect(await kinds(2, 1)).toEqual(['text'])
})

test('names the file of another, and what is no file', async () => {
  const { publicUrl } = await upload(ownerNamed('bob'))

  const [resolved] = await resolve([message('a', publicUrl, 'https://evil.example/a.png')])

  const nothing = { type: 'file', data: '', mimeType: '', filename: 'a' }
  expect(resolved?.content).toEqual([nothing, nothing])
  expect(reads).toEqual([])
})
