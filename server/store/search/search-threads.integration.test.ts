import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { createScope, newMessage, strangersOf } from '../new-rows.test-support.ts'
import { openStore, type Scope, type Store } from '../store.ts'
import { readQuery } from './terms.ts'
import { createSnippet } from './snippet.ts'
import { atOnce } from '../../steps/steps.test-support.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const ALL = 50

interface World {
  readonly place: StorePlace
  readonly store: Store
}

async function openWorld(engine: 'sqlite' | 'postgres'): Promise<World> {
  const place = await createMigratedPlace(engine, inject('postgresUrl'))
  return { place, store: await openStore({ ...place, now: () => new Date(T0) }) }
}

const closeWorld = async ({ store, place }: World) => {
  await store.close()
  await place.remove()
}

describe.each(ENGINES)('a search on %s', (engine) => {
  let world: World
  let store: Store
  beforeAll(async () => {
    world = await openWorld(engine)
    store = world.store
  })
  afterAll(() => closeWorld(world))

  /** A thread with messages in a row; its title is null if left out. */
  async function createTalk(scope: Scope, texts: readonly string[], title: string | null = null) {
    const thread = await store.threads.create(scope, { title, lastMessageAt: T0 })
    const ids: string[] = []
    for (const text of texts) {
      const parent = ids.at(-1) ?? null
      ids.push((await store.messages.append(scope, thread.id, newMessage(text, { parent }))).id)
    }
    return { id: thread.id, messages: ids }
  }

  const search = (scope: Scope, text: string, limit = ALL) =>
    store.threads.search(scope, { text, limit })
  const idsOf = async (scope: Scope, text: string) =>
    (await search(scope, text)).map(({ thread }) => thread.id)

  test('finds a message by the beginnings of its words, and says where', async () => {
    const scope = createScope()
    const { id, messages } = await createTalk(scope, ['Hello', 'Your invoice came in May'])

    const [found, ...others] = await search(scope, 'MAY invo')

    expect(others).toEqual([])
    expect(found).toEqual({
      thread: await store.threads.find(scope, id),
      messageId: messages[1],
      text: 'Your invoice came in May',
      ranges: [
        [5, 9],
        [21, 24],
      ],
    })
    expect(await idsOf(scope, 'voice')).toEqual([])
    // All words have to be in one text.
    expect(await idsOf(scope, 'hello invoice')).toEqual([])
  })

  test('a title comes before messages, and a thread comes once, with its best text', async () => {
    const scope = createScope()
    const titled = await createTalk(scope, ['a refund', 'another refund'], 'Refund of boots')
    const older = await createTalk(scope, ['my refund'])
    const newer = await createTalk(scope, ['one refund', 'and a refund again'])

    const found = await search(scope, 'refund')

    expect(found.map(({ thread }) => thread.id)).toEqual([titled.id, newer.id, older.id])
    expect(found.map(({ messageId }) => messageId)).toEqual([
      null,
      newer.messages[1],
      older.messages[0],
    ])
    expect(found[0]?.text).toBe('Refund of boots')
  })

  test('of words and beginnings of words, the words come first', async () => {
    const scope = createScope()
    const word = await createTalk(scope, ['a car'])
    const older = await createTalk(scope, ['a carpet'])
    const newer = await createTalk(scope, ['a cargo'])

    expect(await idsOf(scope, 'car')).toEqual([word.id, newer.id, older.id])
  })

  test.each([1, 2, 3])('gives no more than %i threads', async (limit) => {
    const scope = createScope()
    for (let n = 0; n < 3; n++) await createTalk(scope, ['again', 'and again'])

    expect(await search(scope, 'again', limit)).toHaveLength(limit)
  })

  test('a thread in which much was said hides no other', async () => {
    const scope = createScope()
    const quiet = await createTalk(scope, ['a parcel'])
    const loud = await createTalk(scope, Array<string>(60).fill('the parcel'))

    expect(await idsOf(scope, 'parcel')).toEqual([loud.id, quiet.id])
  })

  test('archived threads are found, and say so', async () => {
    const scope = createScope()
    const { id } = await createTalk(scope, ['put away'])
    await store.threads.update(scope, id, { isArchived: true })

    expect(await search(scope, 'away')).toMatchObject([{ thread: { id, isArchived: true } }])
  })

  test('nobody finds what is another workspace’s or project’s', async () => {
    const scope = createScope()
    const { id } = await createTalk(scope, ['a canary'], 'Canary')

    for (const stranger of strangersOf(scope)) expect(await search(stranger, 'canary')).toEqual([])
    expect(await idsOf({ ...scope, userId: 'colleague' }, 'canary')).toEqual([id])
  })

  test.each([
    ['東京都庁の地図', '京都', '大阪'],
    ['東京都庁の地図', '図', '庁図'],
    ['서울에서 만나요', '울에', '부산'],
    ['แผนที่กรุงเทพ', 'กรุง', 'เชียง'],
    ['قرأت الكِتابَ أمس', 'كتاب', 'قلم'],
    ['قرأت الكِتابَ أمس', 'امس', 'تاب'],
    ['Crème brûlée', 'creme', 'rème'],
    ['Привет, Ёлка', 'елка', 'лка'],
    ['नमस्ते दुनिया', 'नमस्', 'मस्ते'],
    ['𠮷野家', '𠮷', '吉'],
  ])('in %j it finds %j and not %j', async (text, wanted, missing) => {
    const scope = createScope()
    const { id } = await createTalk(scope, [text])

    expect(await idsOf(scope, wanted)).toEqual([id])
    expect(await idsOf(scope, missing)).toEqual([])
  })

  test.each([
    'or',
    'NOT',
    'NEAR(order, 5)',
    '"order',
    'order"',
    '"" OR terms:*',
    "order'; drop table threads; --",
    `order' | 'x":*`,
    'order & !house',
    'order:* <-> x',
    'order\\',
    'order\0',
    '\ud800order',
    '{terms}: ^order + -order',
    '%',
    '_',
    'a'.repeat(200),
    'ab '.repeat(66),
  ])('the query %j is plain words', async (text) => {
    const scope = createScope()
    const { id } = await createTalk(scope, ['Order or not near the house x'])

    const found = await idsOf(scope, text)

    const query = readQuery(text.replaceAll('\0', ''))
    const isThere = query && atOnce(createSnippet('Order or not near the house x', query))
    expect(found).toEqual(isThere ? [id] : [])
    expect(await idsOf(scope, 'order')).toEqual([id])
  })

  test('an index that finds more than is meant leads to nothing more', async () => {
    const scope = createScope()
    await createTalk(scope, ['京都 東京'])
    const { id } = await createTalk(scope, ['東京都'])
    const long = 'a'.repeat(70)
    const longTalk = await createTalk(scope, [`${long}x`])
    await createTalk(scope, [`${long.slice(1)}y`])

    expect(await idsOf(scope, '東京都')).toEqual([id])
    expect(await idsOf(scope, long)).toEqual([longTalk.id])
  })

  describe('what changes', () => {
    test('a message that is changed is found by what it says now', async () => {
      const scope = createScope()
      const { id, messages } = await createTalk(scope, ['the first'])
      const name = 'named'
      const say = (text: string) => newMessage(text, { parent: messages[0]!, externalId: name })
      await store.messages.append(scope, id, say('the second'))

      await store.messages.update(scope, id, messages[0]!, newMessage('a third').content)
      await store.messages.append(scope, id, say('a fourth'))

      for (const old of ['first', 'second']) expect(await idsOf(scope, old)).toEqual([])
      for (const now of ['third', 'fourth']) expect(await idsOf(scope, now)).toEqual([id])
    })

    test('a title is found once it is there, and no longer than it stays', async () => {
      const scope = createScope()
      const { id } = await createTalk(scope, [])
      await store.threads.titleOnce(scope, id, 'Made up')
      expect(await idsOf(scope, 'made')).toEqual([id])

      await store.threads.update(scope, id, { title: 'Typed' })
      await store.threads.titleOnce(scope, id, 'Late')

      expect(await idsOf(scope, 'typed')).toEqual([id])
      for (const old of ['made', 'late']) expect(await idsOf(scope, old)).toEqual([])
    })

    test('messages and threads that are removed are found no more', async () => {
      const scope = createScope()
      const { id, messages } = await createTalk(scope, ['alpha one', 'beta', 'alpha two'], 'Alpha')
      const other = await createTalk(scope, ['alpha'])

      await store.messages.remove(scope, id, [messages[1]!])
      expect(await idsOf(scope, 'beta')).toEqual([])
      expect(await idsOf(scope, 'alpha')).toEqual([id, other.id])

      await store.threads.remove(scope, id)
      expect(await idsOf(scope, 'alpha')).toEqual([other.id])
    })

    test('an answer is found when it is saved, and by how it went on; a question taken back is not', async () => {
      const scope = createScope()
      const start = (text: string) => ({
        thread: 'talk',
        owner: 'server',
        leaseUntil: T0,
        requestId: undefined,
        turnKey: text,
        turn: {
          type: 'submit' as const,
          ...newMessage(text),
          externalId: text,
        },
      })
      const answer = (text: string) => ({
        format: 'aui/v0',
        content: { role: 'assistant', content: [{ type: 'text', text }] },
      })
      const { run, thread } = await store.runs.start(scope, start('question'))
      expect(await idsOf(scope, 'question')).toEqual([thread.id])
      await store.runs.finish(run, answer('waiting'))
      expect(await idsOf(scope, 'waiting')).toEqual([thread.id])

      const goesOn = {
        ...start('goes on'),
        turn: {
          type: 'continue' as const,
          message: run.messageId,
          content: answer('waiting').content,
        },
      }
      const { run: next } = await store.runs.start(scope, goesOn)
      await store.runs.finish(next, answer('ready'))
      expect(await idsOf(scope, 'waiting')).toEqual([])
      expect(await search(scope, 'ready')).toMatchObject([{ messageId: run.messageId }])

      const { run: stopped } = await store.runs.start(scope, start('mistake'))
      expect(await idsOf(scope, 'mistake')).toEqual([thread.id])
      await store.runs.takeBack(stopped)
      expect(await idsOf(scope, 'mistake')).toEqual([])
    })

    test('threads that move are found by their new owner, and by nobody else', async () => {
      const [from, to] = [createScope(), createScope()]
      const moved = await createTalk(from, Array<string>(45).fill('a lamp'), 'Lamps')
      const own = await createTalk(to, ['my lamp'])

      await store.threads.move(from, to)

      expect(await idsOf(from, 'lamp')).toEqual([])
      expect(await idsOf(to, 'lamp')).toEqual([moved.id, own.id])
      await store.threads.remove(to, moved.id)
      expect(await idsOf(to, 'lamp')).toEqual([own.id])
    })

    test('what a user had is found no more once it is erased, or purged', async () => {
      const gone = { projectId: 'default', workspaceId: 'gone', userId: 'gone' }
      const idle = { projectId: 'default', workspaceId: 'usr_anon_i', userId: 'usr_anon_i' }
      const kept = createScope()
      for (const scope of [gone, idle, kept]) await createTalk(scope, ['a violin'], 'Violin')

      await store.users.erase('default', 'gone')
      const later = '2027-06-15T08:00:00.000Z'
      await store.maintenance.purge({ now: T0, endedBefore: T0, idleBefore: later, limit: 100 })

      expect(await search(gone, 'violin')).toEqual([])
      expect(await search(idle, 'violin')).toEqual([])
      expect(await search(kept, 'violin')).toHaveLength(1)
    })
  })
})

describe('both engines', () => {
  let worlds: readonly World[]
  beforeAll(async () => {
    worlds = [await openWorld('sqlite'), await openWorld('postgres')]
  })
  afterAll(async () => {
    for (const world of worlds) await closeWorld(world)
  })

  const words =
    'in inv invoice Invoices order 1042 10 東京都 京 東 café CAFE الكتاب كتاب x Đường duong ışık Işık ærø Ærø ' +
    'in\u00advoice voice ភា\u200bសា ភាសា សា می\u200cخواهم ميخواهم خواهم'
  const line = fc
    .array(fc.oneof(fc.constantFrom(...words.split(' ')), fc.string({ maxLength: 4 })), {
      maxLength: 6,
    })
    .map((said) => said.join(' '))

  test('give the same as looking at every text, whatever was said and is asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.array(line), async (texts, asked) => {
        const scope = createScope()
        for (const { store } of worlds) {
          for (const [n, text] of texts.entries()) {
            const externalId = `talk ${n}`
            const { id } = await store.threads.create(scope, { externalId, lastMessageAt: T0 })
            await store.messages.append(scope, id, newMessage(text))
          }
        }
        for (const text of asked) {
          const query = readQuery(text)
          const expected = texts.flatMap((said, n) =>
            query && atOnce(createSnippet(said, query)) ? [`talk ${n}`] : [],
          )
          for (const { store } of worlds) {
            const found = await store.threads.search(scope, { text, limit: ALL })
            const names = new Set(found.map(({ thread }) => thread.externalId))
            expect(names.size).toBe(found.length)
            expect(names).toEqual(new Set(expected))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('give the same in the same order', async () => {
    const scope = createScope()
    const answers = worlds.map(async ({ store }) => {
      for (let n = 0; n < 30; n++) {
        const title = n % 7 === 0 ? `Parcel ${n}` : null
        const { id } = await store.threads.create(scope, { title, lastMessageAt: T0 })
        for (const text of [`parcel ${n}`, `${n} parcels`]) {
          await store.messages.append(scope, id, newMessage(text))
        }
      }
      const found = await store.threads.search(scope, { text: 'parcel', limit: 20 })
      return found.map(({ text, ranges }) => ({ text, ranges }))
    })

    const [sqlite, postgres] = await Promise.all(answers)

    expect(sqlite).toHaveLength(20)
    expect(postgres).toEqual(sqlite)
  })
})
