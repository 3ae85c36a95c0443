import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { Conversation, ConversationRow } from '../../shared/desk/conversations.ts'
import { newMessage } from '../store/new-rows.test-support.ts'
import { withTables } from '../testing/add-source.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

const MAIL = 'ada.lovelace@example.com'
const CARD = '4111 1111 1111 1111'
const T0 = '2027-01-15T08:00:00.000Z'
const HASH = 'h1'

interface List {
  readonly conversations: readonly ConversationRow[]
  readonly next: string | null
  readonly isIndexing: boolean
}

describe.each(ENGINES)('conversations of the desk on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  let scope: { projectId: string; workspaceId: string; userId: string }
  let threadId: string
  let messages: string[]
  let users = 0
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createDeskWorld({ place })
  })
  afterAll(async () => {
    await world.close()
    await place.remove()
  })
  beforeEach(async () => {
    const user = `user-${++users}`
    scope = { projectId: 'shop', workspaceId: user, userId: user }
    ;({ id: threadId, messages } = await addConversation(scope))
  })

  /** A question with personal data, and two answers to it. */
  async function addConversation(of: typeof scope, word = 'parcel') {
    const { store } = world
    const { id } = await store.threads.create(of, { title: `Where? ${MAIL}`, lastMessageAt: T0 })
    const ask = newMessage(`Where is my ${word}? I am ${MAIL}, card ${CARD}.`)
    const question = await store.messages.append(of, id, {
      ...ask,
      content: {
        ...ask.content,
        metadata: { custom: { context: { page: { mail: MAIL } } } },
      },
    })
    const answers: string[] = []
    for (const text of ['It comes today.', '=1+1']) {
      const content = {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: `thinks of ${MAIL}` },
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: 'track_order',
            args: { mail: MAIL },
            argsText: JSON.stringify({ mail: MAIL }),
            result: { status: `sent to ${MAIL}` },
          },
          { type: 'text', text },
        ],
      }
      const row = { ...newMessage(text, { parent: question.id }), content }
      world.clock.ms += 1_000
      answers.push((await store.messages.append(of, id, row)).id)
    }
    const [answer] = answers
    await withTables(place, async (db) => {
      const at = new Date(world.clock.ms).toISOString()
      await db
        .insertInto('thread_facts')
        .values({
          thread_id: id,
          project_id: of.projectId,
          last_at: at,
          answers: 2,
          good: 0,
          bad: 1,
          cost_micros: 1_500_000,
          question_id: question.id,
        })
        .execute()
      await db
        .insertInto('thread_tags')
        .values(
          ['assistant:main', `tool:track_${word}`, 'state:unanswered'].map((tag) => ({
            project_id: of.projectId,
            tag,
            thread_id: id,
            last_at: at,
          })),
        )
        .execute()
      await db
        .insertInto('prompt_texts')
        .values({ project_id: of.projectId, hash: HASH, text: `You help. ${MAIL}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const prompt = { model: 'm', messages: [{ role: 'system', hash: HASH }], tools: ['x'] }
      await db
        .insertInto('answer_prompts')
        .values({
          thread_id: id,
          message_id: answer!,
          project_id: of.projectId,
          made_at: T0,
          data: JSON.stringify([prompt, prompt]),
        })
        .execute()
    })
    await store.scores.put(of, {
      name: 'feedback',
      dataType: 'numeric',
      value: 0,
      stringValue: null,
      comment: `bad, says ${MAIL}`,
      threadId: id,
      messageId: answer!,
      runId: null,
    })
    return { id, messages: [question.id, ...answers] }
  }

  const list = async (query = '', project = 'shop', as: 'reader' | 'service owner' = 'reader') => {
    const answer = await world.call(as, `/projects/${project}/conversations${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as List
  }
  const idsOf = ({ conversations }: List) => conversations.map(({ id }) => id)
  const show = (rest = '', as: 'reader' | 'editor' | 'owner' = 'reader') =>
    world.call(as, `/projects/shop/conversations/${threadId}${rest}`)
  const acts = async () => {
    const answer = await world.call('owner', '/projects/shop/audit')
    return ((await answer.json()) as { acts: { act: string; target: string | null }[] }).acts
  }

  test('are listed with filters, page by page, masked, and not those of another project', async () => {
    const other = await addConversation({ ...scope, projectId: 'other' })
    const first = await list('?limit=1')
    const [row] = first.conversations
    expect(row).toMatchObject({
      id: threadId,
      project: 'shop',
      title: 'Where? •••@example.com',
      assistants: ['main'],
      isUnanswered: true,
      bad: 1,
      cost: 1.5,
      notes: 0,
    })
    const later = await addConversation(scope, 'voucher')
    expect(idsOf(await list('?tool=track_voucher&assistant=main&state=unanswered'))[0]).toBe(
      later.id,
    )
    expect(idsOf(await list('?tool=track_parcel'))).not.toContain(later.id)
    expect(idsOf(await list(`?since=${row!.lastAt}_${row!.id}`))).toContain(later.id)
    expect(idsOf(await list(`?limit=1&after=${(await list('?limit=1')).next}`))).toHaveLength(1)
    expect(idsOf(await list('?limit=100'))).not.toContain(other.id)
    const all = idsOf(await list('?limit=100', '_', 'service owner'))
    expect(all).toEqual(expect.arrayContaining([threadId, later.id, other.id]))
    const foreign = await world.call('reader', `/projects/shop/conversations/${other.id}`)
    expect(foreign.status).toBe(404)
    expect((await world.call('reader', '/projects/other/conversations')).status).toBe(404)
    expect((await world.call('reader', '/projects/_/conversations')).status).toBe(404)
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?after=x',
    '?since=x',
    '?from=yesterday',
    '?rating=x',
    // A text that Postgres cannot store.
    '?tool=%00',
    '/%00',
  ])('are refused for %s', async (query) => {
    expect((await world.call('reader', `/projects/shop/conversations${query}`)).status).toBe(400)
  })

  test('are found by their words, which are marked, and never by what is hidden', async () => {
    const { conversations } = await list(`?words=PARC&tool=track_parcel`)
    expect(conversations[0]?.id).toBe(threadId)
    expect(conversations[0]?.snippet).toEqual(
      expect.arrayContaining([
        { text: 'parc', mark: 'found' },
        { text: '•••@example.com', mark: 'masked' },
      ]),
    )
    for (const words of ['lovelace', '4111']) {
      expect(idsOf(await list(`?words=${words}`))).toEqual([])
    }
    // The visitors' own search has them.
    expect(await world.store.threads.search(scope, { text: 'lovelace', limit: 5 })).toHaveLength(1)
  })

  test('are shown whole: masked, and unmasked to owners, which is audited', async () => {
    const masked = await show()
    const text = await masked.text()
    expect(masked.status).toBe(200)
    for (const hidden of ['lovelace', '4111']) expect(text).not.toContain(hidden)
    const shown = JSON.parse(text) as Conversation
    expect(shown.isMasked).toBe(true)
    expect(shown.messages.map(({ parentId }) => parentId)).toEqual([null, messages[0], messages[0]])
    const answer = shown.messages.find(({ id }) => id === messages[1])
    expect(answer?.rating?.type).toBe('bad')
    expect(answer?.parts.map(({ type }) => type)).toEqual(['thought', 'tool', 'text'])
    expect(shown.messages[0]?.shared).toContain('•••@example.com')

    const before = (await acts()).length
    expect((await show('?unmasked=true', 'editor')).status).toBe(403)
    expect(await acts()).toHaveLength(before)
    world.clock.ms += 1_000
    const open = await show('?unmasked=true', 'owner')
    expect(await open.text()).toContain(MAIL)
    expect((await acts())[0]).toMatchObject({ act: 'conversation.unmask', target: threadId })
  })

  test('say why an answer is as it is', async () => {
    const answer = await show(`/messages/${messages[1]}/why`)
    expect(await answer.json()).toMatchObject({
      model: 'm',
      steps: [
        { prompt: [{ role: 'system', isRepeated: false }], tools: ['x'] },
        { prompt: [{ role: 'system', isRepeated: true }] },
      ],
      searches: [],
    })
    expect(await (await show(`/messages/${messages[1]}/why`)).text()).not.toContain('lovelace')
    const open = await show(`/messages/${messages[1]}/why?unmasked=true`, 'owner')
    expect(await open.text()).toContain(MAIL)
    expect((await show(`/messages/${messages[0]}/why`)).status).toBe(404)
  })

  test('tell reasons of an answer of which only the searches were kept', async () => {
    const [, prompted, searched] = messages as [string, string, string]
    const reasoned = async () =>
      [...(await world.store.conversations.messages('shop', threadId)).withReasons].toSorted()
    expect(await reasoned()).toEqual([prompted])
    await withTables(place, (db) =>
      db
        .insertInto('answer_knowledge')
        .values({
          thread_id: threadId,
          message_id: searched,
          project_id: 'shop',
          workspace_id: scope.workspaceId,
          is_unanswered: 1,
          created_at: new Date(world.clock.ms).toISOString(),
          data: JSON.stringify({
            uses: [{ type: 'search', query: 'parcel', found: [] }],
            cited: [],
          }),
        })
        .execute(),
    )

    expect(await reasoned()).toEqual([prompted, searched].toSorted())
    const why = await show(`/messages/${searched}/why`)
    expect(await why.json()).toMatchObject({ steps: [], searches: [{ query: 'parcel' }] })
  })

  test('have notes of editors; owners remove any, others their own', async () => {
    const write = (as: 'reader' | 'editor' | 'owner', text = 'Look at this.') => {
      world.clock.ms += 1_000
      return world.call(as, `/projects/shop/conversations/${threadId}/notes`, {
        method: 'POST',
        body: { text, messageId: messages[0] },
      })
    }
    expect((await write('reader')).status).toBe(403)
    expect((await write('editor', 'no\0text')).status).toBe(400)
    const [mine, theirs] = [await write('editor', `Call ${MAIL} back.`), await write('owner')]
    expect(mine.status).toBe(201)
    const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id
    const [own, other] = [await idOf(mine), await idOf(theirs)]
    const remove = async (as: 'editor' | 'owner', id: string) => {
      const path = `/projects/shop/conversations/${threadId}/notes/${id}`
      return (await world.call(as, path, { method: 'DELETE' })).status
    }
    const shown = (await (await show('', 'editor')).json()) as Conversation
    expect(shown.row.notes).toBe(2)
    expect(shown.notes[0]?.text).toBe('Call •••@example.com back.')
    const open = (await (await show('?unmasked=true', 'owner')).json()) as Conversation
    expect(open.notes[0]?.text).toBe(`Call ${MAIL} back.`)
    expect(shown.notes.map(({ mayRemove }) => mayRemove)).toEqual([true, false])
    expect(await remove('editor', other)).toBe(404)
    expect(await remove('editor', own)).toBe(204)
    expect(await remove('owner', other)).toBe(204)
  })

  test('are exported by owners, masked, without formulas', async () => {
    expect((await world.call('editor', '/projects/shop/export?format=csv')).status).toBe(403)
    const csv = await world.call('owner', '/projects/shop/export?format=csv&tool=track_parcel')
    expect(csv.headers.get('Content-Disposition')).toMatch(/^attachment; filename="conv.*\.csv"$/)
    const text = await csv.text()
    expect(text).toContain("'=1+1")
    expect(text).not.toContain('lovelace')
    world.clock.ms += 1_000
    const open = await world.call('owner', '/projects/shop/export?format=jsonl&unmasked=true')
    const lines = (await open.text()).trim().split('\n')
    const own = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const ofThread = own.filter(({ conversation }) => conversation === threadId)
    expect(ofThread.map(({ message }) => message)).toEqual(messages)
    expect(ofThread[0]?.['text']).toContain(MAIL)
    expect((await acts())[0]).toMatchObject({ act: 'conversation.export' })
    world.clock.ms += 1_000
    await (await world.call('service owner', '/projects/_/export?format=csv&unmasked=true')).text()
    expect((await acts())[0]).toMatchObject({
      act: 'conversation.export',
      by: 'service.owner@shop.example',
      details: { unmasked: true },
    })
  })

  test('are erased by owners, alone or with all of their person', async () => {
    const second = await addConversation(scope)
    const erase = (as: 'editor' | 'owner', id: string, rest = '') =>
      world.call(as, `/projects/shop/conversations/${id}${rest}`, { method: 'DELETE' })
    expect((await erase('editor', threadId)).status).toBe(403)
    await show('?unmasked=true', 'owner')
    const one = await erase('owner', threadId)
    expect(await one.json()).toEqual({ conversations: 1, files: 0 })
    expect((await show()).status).toBe(404)
    const rest = await erase('owner', second.id, '/person')
    expect(await rest.json()).toEqual({ conversations: 1, files: 0 })
    expect(await list(`?words=parcel&from=${T0}`).then(idsOf)).not.toContain(second.id)
    expect(JSON.stringify(await acts())).not.toContain(scope.userId)
    await withTables(place, async (db) => {
      const left = await db
        .selectFrom('desk_audit')
        .selectAll()
        .where('user_id', '=', scope.userId)
        .execute()
      const texts = await db
        .selectFrom('desk_documents')
        .selectAll()
        .where('thread_id', 'in', [threadId, second.id])
        .execute()
      expect([left, texts]).toEqual([[], []])
    })
  })
})
