import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { HOOK_WAITING_MAX, HOOKS_MAX } from '../../../shared/desk/notices.ts'
import { withTables } from '../../testing/add-source.ts'
import { addHook, answerOnce } from '../../testing/notice-world.ts'
import { withStore } from '../../testing/with-store.ts'
import { insertAll } from '../insert-all.test-support.ts'
import type { BudgetLine } from '../budget-lines.ts'
import { FEEDBACK_SCORE, type Scope } from '../store.ts'
import { newMessage, newScore } from '../new-rows.test-support.ts'
import { TOLD_WITHIN_MS } from './tell-facts.ts'

const URL = 'https://shop.example/hook'

describe.each(ENGINES)('notices on %s', (engine) => {
  let clock = Date.parse('2027-01-15T08:00:00.000Z')
  const { store, place } = withStore(engine, { now: () => new Date(clock), lasts: 'test' })
  let scope: Scope
  beforeEach(() => {
    const id = randomUUID()
    scope = { projectId: id, workspaceId: id, userId: id }
  })

  const eventsOf = async (hookId: string) =>
    (await store.notices.deliveries.list(hookId)).map(({ event }) => event).toSorted()
  const rows = () =>
    withTables(place, async (db) => ({
      notices: await db.selectFrom('notices').selectAll().orderBy('position').execute(),
      deliveries: await db.selectFrom('notice_deliveries').selectAll().execute(),
    }))

  test('a conversation is told when it starts: once, by a person, whoever stores the message', async () => {
    const { id } = await addHook(store, scope.projectId, URL)
    const { threadId } = await answerOnce(store, scope)
    await store.messages.append(scope, threadId, newMessage('again'))
    const thread = await store.threads.create(scope, { lastMessageAt: '2027-01-15T08:00:00.000Z' })
    const said = newMessage('x', { content: { role: 'assistant', content: [] } })
    const other = await store.threads.create(scope, { lastMessageAt: '2027-01-15T08:00:00.000Z' })
    await store.messages.append(scope, other.id, said)
    expect(await eventsOf(id)).toEqual(['conversation.started'])
    await store.messages.append(scope, thread.id, newMessage('first'))
    expect(await eventsOf(id)).toEqual(['conversation.started', 'conversation.started'])
  })

  test('troubles of an answer are told once, and old ones of a backup are not', async () => {
    const { id } = await addHook(store, scope.projectId, URL, [
      'answer.failed',
      'answer.unanswered',
      'answer.rated_bad',
    ])
    const endedAt = new Date(clock - TOLD_WITHIN_MS).toISOString()
    await answerOnce(store, scope, { state: 'error', isUnanswered: true, endedAt })
    expect(await eventsOf(id)).toEqual([])
    const { threadId, messageId } = await answerOnce(store, scope, {
      state: 'error',
      error: 'no quota',
      isUnanswered: true,
    })
    const rate = (value: number) =>
      store.scores.put(
        scope,
        newScore({ name: FEEDBACK_SCORE, value, threadId, messageId, dataType: 'boolean' }),
      )
    await rate(1)
    clock += TOLD_WITHIN_MS * 3
    await rate(0)
    await rate(0)
    expect(await eventsOf(id)).toEqual(['answer.failed', 'answer.rated_bad', 'answer.unanswered'])
    const told = (await rows()).notices.find(({ event }) => event === 'answer.failed')
    expect(told).toMatchObject({ words: 'Where is it, •••?', thread_id: threadId })
    expect(JSON.parse(told!.data)).toMatchObject({ message: messageId, error: 'no quota' })
  })

  test('only webhooks that want an event get it, and a project without any keeps nothing', async () => {
    await answerOnce(store, scope, { state: 'error' })
    expect(await rows()).toEqual({ notices: [], deliveries: [] })
    const wanting = await addHook(store, scope.projectId, URL, ['answer.failed'])
    const other = await addHook(store, scope.projectId, URL, ['budget.reached'])
    const foreign = await addHook(store, 'other', URL)
    const off = await addHook(store, scope.projectId, URL)
    const change = { url: URL, events: ['answer.failed'], isOn: false } as const
    await answerOnce(store, scope, { state: 'error' })
    expect(await store.notices.hooks.change(scope.projectId, off.id, change)).toBe(true)
    expect(await store.notices.hooks.change('other', off.id, change)).toBe(false)
    await answerOnce(store, scope, { state: 'error' })
    expect(await eventsOf(wanting.id)).toEqual(['answer.failed', 'answer.failed'])
    expect(await eventsOf(other.id)).toEqual([])
    expect(await eventsOf(foreign.id)).toEqual([])
    // Switching off gives up what waits.
    const states = (await store.notices.deliveries.list(off.id)).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['gave-up']))
  })

  test('an erased person leaves no notice, and a changed message none of its words', async () => {
    const { id } = await addHook(store, scope.projectId, URL)
    const other = { ...scope, workspaceId: 'other', userId: 'other' }
    await answerOnce(store, scope, { state: 'error' })
    const { threadId } = await answerOnce(store, other, { state: 'error' })
    expect((await rows()).notices).toHaveLength(4)
    await store.users.erase(scope.projectId, scope.userId)
    const { notices, deliveries } = await rows()
    expect(notices.map((row) => row.thread_id)).toEqual([threadId, threadId])
    expect(deliveries.map((row) => row.thread_id)).toEqual([threadId, threadId])
    expect(notices.some(({ words }) => words !== null)).toBe(true)
    const messages = await store.messages.list(other, threadId, { limit: 10 })
    const message = messages.at(-1)
    const content = { role: 'user', content: [{ type: 'text', text: 'changed' }] }
    await store.messages.update(other, threadId, message!.id, content)
    expect((await rows()).notices.every(({ words }) => words === null)).toBe(true)
    expect(await eventsOf(id)).toHaveLength(2)
  })

  test(`a project has ${HOOKS_MAX} webhooks, and not ${HOOKS_MAX + 1}`, async () => {
    for (let n = 0; n < HOOKS_MAX; n++) await addHook(store, scope.projectId, URL)
    await expect(addHook(store, scope.projectId, URL)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    expect(await addHook(store, 'other', URL)).toBeDefined()
  })

  test(`${HOOK_WAITING_MAX} notices wait for a webhook, and not ${HOOK_WAITING_MAX + 1}`, async () => {
    const { id } = await addHook(store, scope.projectId, URL, ['settings.published'])
    const publish = (version: number) =>
      store.notices.published.tell({ ...scope, version, by: 'ada@shop.example', why: 'x' })
    await publish(1)
    const { notices, deliveries } = await rows()
    const numbers = Array.from({ length: HOOK_WAITING_MAX - 2 }, (_, n) => n)
    await withTables(place, (db) =>
      insertAll(db, 'notice_deliveries', numbers, (n) => ({
        ...deliveries[0]!,
        id: `v${n}`,
        notice_id: notices[0]!.id,
      })),
    )
    await publish(2)
    const waiting = async () => (await store.notices.hooks.list(scope.projectId))[0]!.waiting
    expect(await waiting()).toBe(HOOK_WAITING_MAX)
    await publish(3)
    expect(await waiting()).toBe(HOOK_WAITING_MAX)
    expect((await rows()).deliveries).toHaveLength(HOOK_WAITING_MAX)
    const told = (await rows()).notices.length
    const { hooks } = store.notices
    await expect(hooks.addTest(scope.projectId, id)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
    expect((await rows()).notices).toHaveLength(told)
    expect(await hooks.addTest(scope.projectId, 'unknown')).toBeUndefined()
    // Reports name it all the same.
    expect(await store.notices.published.list(scope.projectId)).toHaveLength(3)
    expect(await store.notices.published.list('other')).toEqual([])
    await hooks.change(scope.projectId, id, { url: URL, events: ['answer.failed'], isOn: false })
    expect(await hooks.addTest(scope.projectId, id)).toBeDefined()
  })

  describe('budgets', () => {
    const line = (max: number): BudgetLine => ({
      name: 'modelCallsPerProjectPerDay',
      key: '',
      unit: 'calls',
      max,
      whole: 100,
      isForAnswers: true,
    })
    const use = async (calls: number, max = 100) => {
      const taken = await store.budgets.reserve(scope.projectId, [line(max)], { calls, tokens: 0 })
      if (!('name' in taken)) await store.budgets.settle(taken, { calls, tokens: 0 })
    }
    const told = async () =>
      (await rows()).notices.map(({ data }) => {
        const { percent, used, limit, forWhom } = JSON.parse(data) as Record<string, unknown>
        return [percent, used, limit, forWhom]
      })

    test('are told at 80 and 100 per cent, once a day each', async () => {
      await addHook(store, scope.projectId, URL, ['budget.reached'])
      await use(79)
      expect(await told()).toEqual([])
      await use(1)
      await use(1)
      expect(await told()).toEqual([[80, 80, 100, 'everybody']])
      await use(19)
      await use(1)
      expect(new Set(await told())).toEqual(
        new Set([
          [80, 80, 100, 'everybody'],
          [100, 100, 100, 'everybody'],
        ]),
      )
      clock += 86_400_000
      await use(100)
      expect(await told()).toHaveLength(4)
    })

    test('a reservation that is given back tells nothing, and a used-up part of visitors does', async () => {
      await addHook(store, scope.projectId, URL, ['budget.reached'])
      const taken = await store.budgets.reserve(scope.projectId, [line(100)], {
        calls: 100,
        tokens: 0,
      })
      if ('name' in taken) throw new Error('The budget is used up.')
      await store.budgets.settle(taken, { calls: 75, tokens: 0 })
      expect(await told()).toEqual([])
      await use(1, 75)
      expect(await told()).toEqual([[100, 75, 100, 'visitors']])
    })
  })
})
