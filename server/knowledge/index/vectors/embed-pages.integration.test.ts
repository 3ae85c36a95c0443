import { beforeEach, describe, expect, test } from 'vitest'
import { AlcoveError } from '../../../../shared/errors.ts'
import { ENGINES } from '../../../../scripts/store-place.ts'
import { addSource } from '../../../testing/add-source.ts'
import { withStore } from '../../../testing/with-store.ts'
import { NO_VECTOR } from './embed-batch.ts'
import { embedPages, VECTOR_PROBLEMS } from './embed-pages.ts'
import { createWorld, saveTexts } from './embedding-world.test-support.ts'
import { createCallError, scriptEmbedding } from './scripted-embedding.test-support.ts'
import { createVectorSearch } from './vector-search.ts'

const TEXTS = [
  'We send your money back within a week after you return a sofa.',
  'The lantern burns for twenty hours.',
  'Opening hours are from nine to five.',
  'A reimbursement takes five days.',
  'Our physician visits on Mondays.',
]

describe.each(ENGINES)('vectors of pages on %s', (engine) => {
  const { store, place } = withStore(engine)
  let projectId = ''
  let sourceId = ''
  let number = 0
  beforeEach(async () => {
    number += 1
    projectId = `p${number}`
    await store.projects.create({ id: projectId, name: 'x' })
    sourceId = await addSource(place, { projectId })
  })
  const save = (address: string, texts: readonly string[]) =>
    saveTexts(store, { projectId, sourceId, address }, texts)
  const embed = (world: ReturnType<typeof createWorld>) =>
    embedPages(world, { projectId, signal: new AbortController().signal })
  const states = async () =>
    (await store.embeddings.listModels(projectId)).map(({ name, state }) => [name, state])

  async function find(world: ReturnType<typeof createWorld>, text: string) {
    const sources = new Set([sourceId])
    const question = { projectId, text, sources, wanted: 3 }
    const found = await createVectorSearch(world).search(question)
    if (!found) return undefined
    const passages = await store.knowledge.readPassages(
      projectId,
      found.map(({ pieceId }) => pieceId),
    )
    return found.map((near) => passages.find(({ pieceId }) => pieceId === near.pieceId)?.text)
  }

  test('a question in other words finds the piece with their meaning', async () => {
    const { model } = scriptEmbedding()
    const world = createWorld(store, model)
    await save('a', TEXTS)
    expect(await find(world, 'settee doctor')).toBeUndefined()

    expect(await embed(world)).toEqual({ type: 'whole' })

    expect((await find(world, 'refund?'))?.[0]).toBe(TEXTS[3])
    expect((await find(world, 'doctor'))?.[0]).toBe(TEXTS[4])
    expect((await find(world, 'settee'))?.[0]).toBe(TEXTS[0])
  })

  test('a text is embedded once, whatever document or pass it comes in', async () => {
    const { model, calls } = scriptEmbedding()
    const world = createWorld(store, model)
    await save('a', TEXTS)
    await save('b', [TEXTS[1]!, 'New.'])
    await embed(world)
    expect(calls.flat()).toHaveLength(TEXTS.length + 1)

    await embed(world)
    await save('c', [TEXTS[2]!])
    await embed(world)
    expect(calls.flat()).toHaveLength(TEXTS.length + 1)

    // Its title is a part of the text.
    await saveTexts(store, { projectId, sourceId, address: 'd', title: 'Lamps' }, [TEXTS[1]!])
    await embed(world)
    expect(calls.slice(-1)).toEqual([[`Lamps\n${TEXTS[1]}`]])
  })

  test('vectors without direction are refused, and the rest goes on', async () => {
    const odd: Record<string, number[]> = {
      'Help\nzeros': new Array<number>(64).fill(0),
      'Help\nnan': new Array<number>(64).fill(NaN),
    }
    const { model, calls } = scriptEmbedding({ vectorOf: (text) => odd[text] })
    const world = createWorld(store, model)
    await save('a', ['zeros', 'nan', ...TEXTS])

    expect(await embed(world)).toEqual({ type: 'whole' })

    const [row] = await store.embeddings.listModels(projectId)
    expect(await store.vectors.listRefused(row!)).toEqual([
      { sourceId, pieces: 2, problem: NO_VECTOR.noDirection },
    ])
    expect((await find(world, 'doctor'))?.[0]).toBe(TEXTS[4])
    await embed(world)
    expect(calls.filter((texts) => texts.length > 1)).toHaveLength(1)
  })

  test('a question whose vector has no direction is answered by words alone', async () => {
    const zeros = new Array<number>(64).fill(0)
    const { model } = scriptEmbedding({
      vectorOf: (text) => (text === 'nothing' ? zeros : undefined),
    })
    const warnings: string[] = []
    const log = { warn: (_: object, text: string) => void warnings.push(text) }
    const world = createWorld(store, model, { log })
    await save('a', TEXTS)
    await embed(world)
    expect(await find(world, 'nothing')).toBeUndefined()
    expect(warnings).toEqual(['a question got a vector that cannot be compared'])
    expect(await find(world, 'something')).toHaveLength(3)
  })

  test('a text that the model refuses is left out, and its neighbours are not', async () => {
    const { model } = scriptEmbedding({
      onCall: (texts) => {
        if (texts.some((text) => text.includes('refuse'))) throw createCallError(400)
      },
    })
    const world = createWorld(store, model)
    await save('a', [...TEXTS, 'refuse me'])
    expect(await embed(world)).toEqual({ type: 'whole' })
    const [row] = await store.embeddings.listModels(projectId)
    expect(await store.vectors.listRefused(row!)).toEqual([
      { sourceId, pieces: 1, problem: NO_VECTOR.refused },
    ])
    expect((await find(world, 'doctor'))?.[0]).toBe(TEXTS[4])
  })

  test('a model that refuses all texts stops the pass, and marks none of them', async () => {
    const { model, calls } = scriptEmbedding({
      onCall: () => {
        throw createCallError(400)
      },
    })
    await save('a', TEXTS)
    expect(await embed(createWorld(store, model))).toMatchObject({ type: 'stopped' })
    expect(calls.length).toBeLessThan(8)
    const [row] = await store.embeddings.listModels(projectId)
    expect(await store.vectors.listRefused(row!)).toEqual([])
    expect(row?.problem).toContain('The embedding model scripted/words failed')
  })

  test('a failed batch leaves what was stored, and the next pass embeds the rest alone', async () => {
    const many = Array.from({ length: 35 }, (_, n) => `Text number ${'x'.repeat(n)}.`)
    let now = Date.parse('2027-01-15T08:00:00.000Z')
    let fails = true
    const { model, calls } = scriptEmbedding({
      onCall: (_, call) => {
        if (fails && call === 3) throw createCallError(401)
      },
    })
    const world = createWorld(store, model, { now: () => now })
    await save('a', many)
    expect(await embed(world)).toMatchObject({
      type: 'stopped',
      retryAt: '2027-01-15T08:10:00.000Z',
    })
    expect(await states()).toEqual([['scripted/words', 'building']])

    fails = false
    await embed(world)
    expect(calls).toHaveLength(3)
    now += 600_000
    expect(await embed(world)).toEqual({ type: 'whole' })
    const failed = new Set(calls[2])
    expect(calls.flat().filter((text) => !failed.has(text))).toHaveLength(25)
    expect(await states()).toEqual([['scripted/words', 'current']])
    expect((await store.embeddings.listModels(projectId))[0]?.problem).toBeNull()
  })

  test('a used-up budget stops the pass until midnight, and says so', async () => {
    const now = Date.parse('2027-01-15T20:00:00.000Z')
    const { model, calls } = scriptEmbedding()
    const reserveEmbedding = () =>
      Promise.reject(new AlcoveError('budget_exhausted', 'no', { data: { retryAfter: 4 * 3_600 } }))
    const world = createWorld(store, model, { now: () => now, budgets: { reserveEmbedding } })
    await save('a', TEXTS)
    const retryAt = '2027-01-16T00:00:00.000Z'
    const problem = VECTOR_PROBLEMS.overBudget(retryAt)
    expect(await embed(world)).toEqual({ type: 'stopped', problem, retryAt })
    expect(await store.embeddings.listModels(projectId)).toMatchObject([{ problem, retryAt }])
    expect(calls).toEqual([])

    await embed(createWorld(store, model, { now: () => Date.parse(retryAt) }))
    expect(await states()).toEqual([['scripted/words', 'current']])
    expect(await find(world, 'doctor')).toBeUndefined()
  })

  test('a project has at most so many pieces with vectors', async () => {
    const { model, calls } = scriptEmbedding()
    const world = createWorld(store, model)
    const pass = { projectId, signal: new AbortController().signal, piecesMax: TEXTS.length }
    await save('a', TEXTS)
    expect(await embedPages(world, pass)).toEqual({ type: 'whole' })
    await save('b', ['One more.'])
    expect(await embedPages(world, pass)).toEqual({
      type: 'stopped',
      problem: VECTOR_PROBLEMS.tooMany(TEXTS.length),
      retryAt: null,
    })
    expect(calls).toHaveLength(1)
    expect((await find(world, 'doctor'))?.[0]).toBe(TEXTS[4])
  })

  test('a pass whose time is over ends after a batch, and the next goes on', async () => {
    const { model, calls } = scriptEmbedding()
    const world = createWorld(store, model)
    await save(
      'a',
      Array.from({ length: 25 }, (_, n) => `Text ${n}.`),
    )
    const pass = { projectId, signal: new AbortController().signal }
    const isOver = () => calls.length === 1
    expect(await embedPages(world, { ...pass, isOver })).toEqual({ type: 'unfinished' })
    expect(await embedPages(world, pass)).toEqual({ type: 'whole' })
    expect(calls.map((texts) => texts.length)).toEqual([10, 10, 5])
  })

  test('a new model takes over when its vectors are whole, and the one before leaves', async () => {
    const old = scriptEmbedding()
    const next = scriptEmbedding({
      modelId: 'next',
      dimensions: 96,
      onCall: (_, call) => {
        if (call === 2) throw createCallError(401)
      },
    })
    let now = Date.now()
    const before = createWorld(store, old.model)
    const after = createWorld(store, next.model, {
      now: () => now,
      formerModelOf: async () => (await before.modelOf(projectId))?.embedder,
    })
    await save('a', TEXTS)
    await embed(before)
    await save('b', ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7'])

    await embed(after)
    expect(await states()).toEqual([
      ['scripted/words', 'current'],
      ['scripted/next', 'building'],
    ])
    expect((await find(after, 'doctor'))?.[0]).toBe(TEXTS[4])
    expect(old.calls.at(-1)).toEqual(['doctor'])

    now += 600_000
    await embed(after)
    expect(await states()).toEqual([['scripted/next', 'current']])
    expect((await find(after, 'doctor'))?.[0]).toBe(TEXTS[4])
    expect(next.calls.at(-1)).toEqual(['doctor'])
  })

  test('a former model that is no longer configured leaves questions to words until the switch', async () => {
    const world = createWorld(store, scriptEmbedding().model)
    await save('a', TEXTS)
    await embed(world)
    const other = createWorld(store, scriptEmbedding({ modelId: 'other' }).model)
    expect(await find(other, 'doctor')).toBeUndefined()
    await embed(other)
    expect((await find(other, 'doctor'))?.[0]).toBe(TEXTS[4])
  })

  test('a model that is named no more leaves with all of its rows', async () => {
    const world = createWorld(store, scriptEmbedding().model)
    await save('a', TEXTS)
    await embed(world)
    await embed(createWorld(store, undefined))
    expect(await states()).toEqual([])
    expect(await find(world, 'doctor')).toBeUndefined()
  })

  test('vectors of removed documents leave, and those of others stay', async () => {
    const { model, calls } = scriptEmbedding()
    const world = createWorld(store, model)
    const id = await save('a', TEXTS)
    await save('b', [TEXTS[4]!])
    await embed(world)
    await store.knowledge.removeDocuments([id])
    await embed(world)
    expect(await find(world, 'doctor')).toEqual([TEXTS[4]])
    await save('c', [TEXTS[0]!])
    await embed(world)
    // Embedded again, since its vector left.
    expect(calls.flat().filter((text) => text.endsWith(TEXTS[0]!))).toHaveLength(2)
    expect(calls.flat().filter((text) => text.endsWith(TEXTS[4]!))).toHaveLength(1)
  })
})
