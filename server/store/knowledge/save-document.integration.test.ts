import { sql, type RawBuilder } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { withStore } from '../../testing/with-store.ts'
import { addSource, withTables } from '../../testing/add-source.ts'
import { createDocument, createPiece } from './knowledge-rows.test-support.ts'

const PROJECT = 'default'

describe.each(ENGINES)('documents of knowledge on %s', (engine) => {
  const { store, place } = withStore(engine)
  let sourceId = ''
  beforeEach(async () => {
    sourceId = await addSource(place)
  })
  const save = (address: string, texts: readonly string[]) =>
    store.knowledge.saveDocument({
      document: createDocument({ sourceId, address }),
      pieces: texts.map((text) => createPiece(text)),
    })
  const listTexts = async (id: string) =>
    (await store.knowledge.listPieces(PROJECT, id)).map(({ text }) => text)

  test('a document keeps its pieces in order', async () => {
    const { id, ...counts } = await save('a', ['one', 'two', 'three'])
    expect(counts).toEqual({ added: 3, removed: 0, kept: 0 })
    expect(await listTexts(id)).toEqual(['one', 'two', 'three'])
    expect(await store.knowledge.findDocument(PROJECT, id)).toMatchObject({
      address: 'a',
      bytes: 9,
    })
  })

  test('only pieces with another hash are written again, in their new order', async () => {
    const { id } = await save('a', ['one', 'two', 'two', 'three'])
    const ids = new Map(
      (await store.knowledge.listPieces(PROJECT, id)).map((piece) => [piece.text, piece.id]),
    )
    const saved = await save('a', ['new', 'three', 'two', 'one'])
    expect(saved).toEqual({ id, added: 1, removed: 1, kept: 3 })
    const pieces = await store.knowledge.listPieces(PROJECT, id)
    expect(pieces.map(({ text }) => text)).toEqual(['new', 'three', 'two', 'one'])
    expect(pieces[1]?.id).toBe(ids.get('three'))
    expect(pieces[3]?.id).toBe(ids.get('one'))
  })

  test('a kept piece gets its new anchor', async () => {
    const piece = createPiece('one')
    const document = createDocument({ sourceId, address: 'a' })
    const { id } = await store.knowledge.saveDocument({ document, pieces: [piece] })
    await store.knowledge.saveDocument({ document, pieces: [{ ...piece, anchor: 'new' }] })
    expect(await store.knowledge.listPieces(PROJECT, id)).toMatchObject([{ anchor: 'new' }])
  })

  test('documents of another project are not found', async () => {
    const { id } = await save('a', ['one'])
    expect(await store.knowledge.findDocument('other', id)).toBeUndefined()
    expect(await store.knowledge.listPieces('other', id)).toEqual([])
    expect(await listTexts(id)).toEqual(['one'])
  })

  test('a removed document leaves no pieces', async () => {
    const { id } = await save('a', ['one'])
    const other = await save('b', ['two'])
    await store.knowledge.removeDocuments([id])
    expect(await store.knowledge.findDocument(PROJECT, id)).toBeUndefined()
    expect(await listTexts(id)).toEqual([])
    expect(await listTexts(other.id)).toEqual(['two'])
  })

  test('a document is replaced whole or not at all', async () => {
    const { id } = await save('a', ['one', 'two'])
    const pieces = [createPiece('three'), { ...createPiece('four'), hash: null as never }]
    await expect(
      store.knowledge.saveDocument({
        document: createDocument({ sourceId, address: 'a' }),
        pieces,
      }),
    ).rejects.toThrow()
    expect(await listTexts(id)).toEqual(['one', 'two'])
  })

  test.runIf(engine === 'sqlite')(
    'parts of the index are joined little by little, not within single commits',
    async () => {
      const documents = 40
      for (let count = 0; count < documents; count += 1) {
        await save(`${count}`, [`word${count} and other words`])
      }
      const { parts, atOnce } = await withTables(place, async (db) => {
        const read = async (statement: RawBuilder<{ n: number }>) =>
          (await statement.execute(db)).rows[0]?.n
        return {
          parts: await read(sql`select count(distinct segid) as n from knowledge_index_idx`),
          atOnce: await read(sql`select v as n from knowledge_index_config where k = 'automerge'`),
        }
      })
      expect(atOnce).toBe(0)
      expect(parts).toBeGreaterThan(0)
      expect(parts).toBeLessThan(documents / 2)
    },
  )
})
