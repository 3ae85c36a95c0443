import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { createScope, newMessage } from '../new-rows.test-support.ts'
import type { Scope } from '../store.ts'
import { withStore } from '../../testing/with-store.ts'

const T0 = '2027-01-15T08:00:00.000Z'
/** Some 300 kB of different words: far more than an index takes of one text. */
const MANY_WORDS = Array.from({ length: 33_000 }, (_, n) => `w${String(n).padStart(7, '0')}`)

describe.each(ENGINES)('texts that are not indexed to their end, on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(T0) })

  const say = async (scope: Scope, text: string) => {
    const thread = await store.threads.create(scope, { lastMessageAt: T0 })
    const message = await store.messages.append(scope, thread.id, newMessage(text))
    return { id: thread.id, messageId: message.id }
  }
  const find = async (scope: Scope, text: string) =>
    (await store.threads.search(scope, { text, limit: 10 })).map(({ thread, messageId }) => ({
      id: thread.id,
      messageId,
    }))

  test('what stands at their end is found at once, and what is not there is not', async () => {
    const scope = createScope()
    const long = await say(scope, [...MANY_WORDS, 'a zebra in 東京都'].join(' '))
    const short = await say(scope, 'Where is my zebra?')

    for (const words of ['zebra', 'zeb', 'w0000001 zebra'])
      expect(await find(scope, words)).toContainEqual(long)
    expect(await find(scope, 'zebra where')).toEqual([short])
    expect(await find(scope, '京都')).toEqual([long])
    for (const words of ['ebra', '東京府', 'w9999999', 'zebra lion'])
      expect(await find(scope, words)).toEqual([])
    expect(await find(createScope(), 'zebra')).toEqual([])
  })

  test('one that is changed is found by what it says now', async () => {
    const scope = createScope()
    const long = await say(scope, [...MANY_WORDS, 'zebra'].join(' '))

    const { content } = newMessage('A lion.')
    await store.messages.update(scope, long.id, long.messageId, content)

    expect(await find(scope, 'zebra')).toEqual([])
    expect(await find(scope, 'lion')).toEqual([long])
  })
})
