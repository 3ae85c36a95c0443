import { inTurns } from '../../steps/in-turns.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { addSource } from '../../testing/add-source.ts'
import { createDocument } from '../../store/knowledge/knowledge-rows.test-support.ts'
import { withStore } from '../../testing/with-store.ts'
import type { KnowledgeReader } from '../passage.ts'
import { createKnowledgeSearch } from './create-search.ts'
import { splitDocument } from './split-document.ts'

const VISITOR: KnowledgeReader = {
  projectId: 'default',
  workspaceId: 'w',
  userId: 'u',
  isNamed: false,
}

describe.each(ENGINES)('search of knowledge on %s', (engine) => {
  const { store, place } = withStore(engine)
  const search = async (query: string, reader = VISITOR) => {
    const found = await createKnowledgeSearch(store.knowledge).search(reader, query, 5)
    return found.map(({ text }) => text)
  }
  const add = async (sourceId: string, title: string, blocks: readonly string[]) => {
    const read = { isHidden: false, links: [], notes: [], title }
    const sections = blocks.map((block) => ({ headings: [block.slice(0, 3)], blocks: [block] }))
    const pieces = await inTurns(splitDocument({ ...read, sections }))
    const document = { ...createDocument({ sourceId, address: title }), title }
    return (await store.knowledge.saveDocument({ document, pieces })).id
  }
  let open = ''
  beforeAll(async () => {
    open = await addSource(place)
    await add(open, 'Lamps', ['A wick lasts for 200 hours.', 'Code QE-1004 means sleep.'])
    await add(open, 'Versand', ['Der Sperrgutzuschlag beträgt 8,50 €.'])
    await add(open, '鉄瓶', ['水を八分目まで入れて沸かし、湯を捨てます。'])
    const named = await addSource(place, { settings: { readers: 'named' } })
    await add(named, 'Members', ['The secret handshake of members.'])
    const team = await addSource(place, { settings: { workspace: 'team' } })
    await add(team, 'Team', ['The rota of the team.'])
  })

  test.each([
    ['an exact word', 'wick', 'A wick lasts for 200 hours.'],
    ['a form of a word', 'how long do wicks last?', 'A wick lasts for 200 hours.'],
    ['a word with a slip', 'wikc hours', 'A wick lasts for 200 hours.'],
    ['the end of a compound', 'Zuschlag', 'Der Sperrgutzuschlag beträgt 8,50 €.'],
    ['a code without its hyphen', 'qe1004', 'Code QE-1004 means sleep.'],
    ['a run of another script', '湯を沸かして', '水を八分目まで入れて沸かし、湯を捨てます。'],
  ])('finds %s', async (_, query, text) => {
    expect((await search(query))[0]).toBe(text)
  })

  test.each(['', '"', 'AND', '* OR NOT', "wick'); drop table x; --", '!&|:*', '(', 'NEAR(wick'])(
    'takes %j for words and not for syntax',
    async (query) => {
      const found = await search(query)
      expect(found).toEqual(query.includes('wick') ? ['A wick lasts for 200 hours.'] : [])
    },
  )

  test('sources of named users or of a workspace are found by their readers alone', async () => {
    const query = 'secret handshake rota'
    expect(await search(query)).toEqual([])
    expect(await search(query, { ...VISITOR, isNamed: true })).toEqual([
      'The secret handshake of members.',
    ])
    expect(await search(query, { ...VISITOR, workspaceId: 'team' })).toEqual([
      'The rota of the team.',
    ])
  })

  test('a removed document is not found, and leaves none of its words', async () => {
    const id = await add(open, 'Gone', ['An ephemeral zeppelin.'])
    expect(await search('zeppelin')).toEqual(['An ephemeral zeppelin.'])
    await store.knowledge.removeDocuments([id])
    expect(await search('zeppelin')).toEqual([])
    expect(await store.knowledge.findWords('default', ['zeppelin'], [])).toEqual([])
  })
})
