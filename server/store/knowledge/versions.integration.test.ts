import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { withStore } from '../../testing/with-store.ts'
import { addSource } from '../../testing/add-source.ts'
import { createDocument, createPiece } from './knowledge-rows.test-support.ts'

describe.each(ENGINES)('versions of a document on %s', (engine) => {
  const { store, place } = withStore(engine)
  let sourceId = ''
  beforeEach(async () => {
    sourceId = await addSource(place)
  })
  const terms = (days: number) => [
    createPiece(`You may send goods back within ${days} days of the day they reached you.`, [
      'Time',
    ]),
    createPiece(`The label costs ${days / 10} euros and is taken off your refund.`, ['Postage']),
  ]
  const save = async (
    address: string,
    date: string | null,
    pieces = terms(30),
    title = 'Returns',
  ) =>
    (
      await store.knowledge.saveDocument({
        document: createDocument({ sourceId, address, date, title }),
        pieces,
      })
    ).id
  /** Addresses of the documents of this test that a search can find. */
  const listFound = async (ids: readonly string[]) => {
    const pieces = await Promise.all(ids.map((id) => store.knowledge.listPieces('default', id)))
    const found = await store.knowledge.readEntries(
      'default',
      pieces.flat().map(({ id }) => Number(id)),
    )
    return ids.filter((id) => found.some(({ documentId }) => documentId === id))
  }

  test('the newest of three is found alone, in any order of saving', async () => {
    const newest = await save('returns-2026', '2026-02-01', terms(45))
    const older = await save('returns-2025', '2025-02-01', terms(28))
    const oldest = await save('returns-2024', '2024-02-01', terms(14))
    expect(await listFound([oldest, older, newest])).toEqual([newest])
    const next = await save('returns-2027', '2027-02-01', terms(60))
    expect(await listFound([oldest, older, newest, next])).toEqual([next])
    expect(await store.knowledge.findDocument('default', older)).toMatchObject({ replacedBy: next })
  })

  test('an older version is found again when the newest goes', async () => {
    const older = await save('returns-2025', '2025-02-01', terms(28))
    const newest = await save('returns-2026', '2026-02-01', terms(45))
    await store.knowledge.removeDocuments([newest])
    expect(await listFound([older])).toEqual([older])
    expect(await store.knowledge.findDocument('default', older)).toMatchObject({ replacedBy: null })
    const words = await store.knowledge.findWords('default', ['28'], [])
    expect(words).toEqual([{ word: '28', pieces: 1 }])
  })

  test('a version that is rewritten is a document of its own again', async () => {
    const older = await save('returns-2025', '2025-02-01', terms(28))
    const newer = await save('returns-2026', '2026-02-01', terms(45))
    await save(
      'returns-2026',
      '2026-02-01',
      [createPiece('How to fold a tarp.', ['Folding'])],
      'Tarps',
    )
    expect(await listFound([older, newer])).toEqual([older, newer])
  })

  test('the same page at two addresses is found once, at the first address', async () => {
    const other = await save('returns?print', null)
    const first = await save('returns', null)
    expect(await listFound([other, first])).toEqual([first])
  })

  test.each([
    ['another title', 'returns-2026', '2026-02-01', 'Repairs', 45],
    ['another address and no like text', 'branches/mill', '2026-02-01', 'Returns', 45],
  ])('a document with %s is no version', async (_, address, date, title, days) => {
    const one = await save('returns-2025', '2025-02-01', terms(28))
    const pieces = terms(days).map(({ headings }) => createPiece(`Mill Lane ${title}`, headings))
    const other = await save(address, date, title === 'Returns' ? pieces : terms(days), title)
    expect(await listFound([one, other])).toEqual([one, other])
  })

  test('documents of another source are no versions, since others may read them', async () => {
    const one = await save('returns-2025', '2025-02-01')
    sourceId = await addSource(place)
    const other = await save('returns-2026', '2026-02-01')
    expect(await listFound([one, other])).toEqual([one, other])
  })
})
