import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DATABASE_FILE } from '../dialect-sqlite.ts'
import { createTerms } from '../knowledge/entry-words.ts'
import { fillKnowledge } from '../knowledge/knowledge-rows.test-support.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import { openStore, type Store } from '../store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const MESSAGES = 100
const SCOPE = createScope()
const ANEW = 'The search index could not be read: it was made anew from the messages.'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alcove-search-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function fill(): Promise<string> {
  const store = await openStore({ dataDir })
  const { id } = await store.threads.create(SCOPE, { title: 'Boots of May', lastMessageAt: T0 })
  for (let n = 0; n < MESSAGES; n++) {
    await store.messages.append(SCOPE, id, newMessage(`word${n} and all`, { parent: null }))
  }
  await store.close()
  return id
}

function damage(...statements: readonly string[]) {
  const file = new DatabaseSync(join(dataDir, DATABASE_FILE), { defensive: false })
  for (const statement of statements) file.exec(statement)
  file.close()
}

async function open() {
  const told: string[] = []
  const log = { warn: (_: object, text: string) => void told.push(text) }
  return { store: await openStore({ dataDir, log }), told }
}

async function find(store: Store, text: string): Promise<readonly string[]> {
  const matches = await store.threads.search(SCOPE, { text, limit: 10 })
  return matches.map(({ thread }) => thread.id)
}

/** Damages that an operator may meet, from the least to the worst. */
const DAMAGES: Readonly<Record<string, readonly string[]>> = {
  'the records of the index are gone': ['delete from search_index_data'],
  'its list of records is nonsense': [
    "update search_index_data set block = x'00000001ffffffffffffff' where id = 10",
  ],
  'one of its tables is gone': ['drop table search_index_config'],
  'the list of texts is gone': [
    'drop trigger search_documents_added',
    'drop trigger search_documents_removed',
    'drop table search_documents',
  ],
  'the whole index is gone': ['drop table search_index'],
}

test.each(Object.entries(DAMAGES))(
  'a start makes the index anew when %s',
  async (_, statements) => {
    const thread = await fill()
    damage(...statements)

    const { store, told } = await open()

    expect(told).toEqual([ANEW])
    expect(await find(store, 'boots')).toEqual([thread])
    expect(await find(store, 'word7 all')).toEqual([thread])
    await store.messages.append(SCOPE, thread, newMessage('later words', { parent: null }))
    expect(await find(store, 'later')).toEqual([thread])
    await store.close()
    // Repaired: the next start logs nothing.
    const again = await open()
    expect(again.told).toEqual([])
    expect(await find(again.store, 'later')).toEqual([thread])
    await again.store.close()
  },
)

test('a search and a message that meet the damage while the server runs make the index anew', async () => {
  const thread = await fill()
  const { store, told } = await open()
  damage('delete from search_index_data where id > 10')

  const [found] = await Promise.all([
    find(store, 'word7 all'),
    store.messages.append(SCOPE, thread, newMessage('later words', { parent: null })),
  ])

  expect(found).toEqual([thread])
  expect(await find(store, 'later')).toEqual([thread])
  expect(told).toEqual([ANEW])
  await store.close()
})

test('messages that cannot be read either keep no server from starting', async () => {
  const thread = await fill()
  damage("update messages set content = 'no json' where height = 0", 'drop table search_index')

  const { store, told } = await open()

  expect(told).toEqual([expect.stringContaining('it is empty')])
  expect(await find(store, 'boots')).toEqual([])
  await store.messages.append(SCOPE, thread, newMessage('later words', { parent: null }))
  expect(await find(store, 'later')).toEqual([thread])
  await store.close()
})

const PAGES_ANEW =
  'The search index of the pages could not be read: it was made anew from their words.'

async function fillPages() {
  const store = await openStore({ dataDir })
  await fillKnowledge({ dataDir }, store)
  await store.close()
}

async function findPieces(store: Store, word: string): Promise<number> {
  const every = [[createTerms('default').word(word)]]
  const clauses = [{ every, weight: 1 }]
  const found = await store.knowledge.findCandidates({
    without: [],
    clauses,
    clauseLimit: 9,
    limit: 9,
  })
  return found.length
}

test.each(
  Object.entries({
    'its records are gone': 'delete from knowledge_index_data',
    'its list of records is nonsense':
      "update knowledge_index_data set block = x'00000001ffffffffffffff' where id = 10",
    'one of its tables is gone': 'drop table knowledge_index_config',
    'it is gone': 'drop table knowledge_index',
  }),
)('a start makes the index of pages anew when %s', async (_, statement) => {
  await fillPages()
  damage(statement)

  const { store, told } = await open()

  expect(told).toEqual([PAGES_ANEW])
  expect(await findPieces(store, 'wick')).toBe(1)
  expect(await findPieces(store, 'docht')).toBe(1)
  await store.close()
  const again = await open()
  expect(again.told).toEqual([])
  await again.store.close()
})

test('a search of pages that meets the damage while the server runs makes their index anew', async () => {
  await fillPages()
  const { store, told } = await open()
  damage('delete from knowledge_index_data where id > 10')

  expect(await findPieces(store, 'wick')).toBe(1)
  expect(told).toEqual([PAGES_ANEW])
  await store.close()
})

test('words of pages that cannot be read keep no server from starting', async () => {
  await fillPages()
  damage('alter table knowledge_entries rename column words to lost', 'drop table knowledge_index')

  const { store, told } = await open()

  expect(told).toEqual([expect.stringContaining('not all of their words either: it is empty')])
  expect(await findPieces(store, 'wick')).toBe(0)
  await store.close()
})

test('a start empties the index of the desk when one of its tables is gone, and steps fill it', async () => {
  await fill()
  damage('drop table desk_index_config')

  const { store, told } = await open()

  expect(told).toEqual([expect.stringContaining('The search index of the desk')])
  expect(await store.conversations.indexSome()).toBe(1)
  expect(await store.conversations.indexSome()).toBe(0)
  await store.close()
  const again = await open()
  expect(again.told).toEqual([])
  await again.store.close()
})
