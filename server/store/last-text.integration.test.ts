import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import type { RunStart, Scope } from './store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
const FORMAT = 'aui/v0'
const said = (role: 'user' | 'assistant', text: string) => ({
  format: FORMAT,
  content: { role, content: [{ type: 'text', text }] },
})
const start = (thread: string, externalId: string, text: string): RunStart => ({
  thread,
  owner: 'me',
  leaseUntil: '2027-01-15T08:00:10.000Z',
  turn: { type: 'submit', parent: null, externalId, ...said('user', text) },
})

describe.each(ENGINES)('what was said last in a thread, on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(T0) })

  /** The text in the list, which reads no message. */
  const listed = async (scope: Scope) =>
    (await store.threads.list(scope, { limit: 5 }))[0]?.lastText

  async function createThread() {
    const scope = createScope()
    const { id } = await store.threads.create(scope, { lastMessageAt: T0 })
    return { scope, id }
  }

  test('is nothing, then the question, then the answer without its marks', async () => {
    const scope = createScope()
    const { run } = await store.runs.start(scope, start('local', 'u1', 'How is **it**?'))
    expect(await listed(scope)).toBe('How is it?')

    await store.runs.finish(run, said('assistant', '# Fine\n\n- see [here](https://a.example)\n'))
    expect(await listed(scope)).toBe('Fine see here')

    const { scope: other } = await createThread()
    expect(await listed(other)).toBeNull()
  })

  test('is one line of 160 characters at most', async () => {
    const { scope, id } = await createThread()
    await store.messages.append(scope, id, newMessage('a'.repeat(160)))
    expect(await listed(scope)).toBe('a'.repeat(160))

    await store.messages.append(scope, id, newMessage('b'.repeat(161)))
    expect(await listed(scope)).toBe(`${'b'.repeat(159)}…`)
  })

  test('stays where a message has no words', async () => {
    const { scope, id } = await createThread()
    await store.messages.append(scope, id, newMessage('Look at this'))
    const content = { role: 'user', content: [{ type: 'image', image: 'data:image/png;base64,' }] }
    await store.messages.append(scope, id, newMessage('', { content }))

    expect(await listed(scope)).toBe('Look at this')
  })

  test('follows a message that is changed, if it is the last one', async () => {
    const { scope, id } = await createThread()
    const first = await store.messages.append(scope, id, newMessage('first'))
    const last = await store.messages.append(scope, id, newMessage('last', { parent: first.id }))

    await store.messages.update(scope, id, first.id, newMessage('other').content)
    expect(await listed(scope)).toBe('last')
    await store.messages.update(scope, id, last.id, newMessage('changed').content)
    expect(await listed(scope)).toBe('changed')
  })

  test('keeps no word of what is gone', async () => {
    const { scope, id } = await createThread()
    const first = await store.messages.append(scope, id, newMessage('first'))
    const last = await store.messages.append(scope, id, newMessage('last', { parent: first.id }))

    await store.messages.remove(scope, id, [last.id])
    expect(await listed(scope)).toBe('first')
    await store.messages.remove(scope, id, [first.id])
    expect(await listed(scope)).toBeNull()
  })

  test('is as before when a question is taken back', async () => {
    const scope = createScope()
    const { run, userMessage } = await store.runs.start(scope, start('local', 'u1', 'Hi'))
    await store.runs.finish(run, said('assistant', 'Hello'))
    const turn = { ...start('local', 'u2', 'And?').turn, parent: userMessage.id }
    const next = await store.runs.start(scope, {
      ...start('local', 'u2', 'And?'),
      turn,
    })
    expect(await listed(scope)).toBe('And?')

    await store.runs.takeBack(next.run)
    expect(await listed(scope)).toBe('Hello')
  })
})
