// @vitest-environment node
import { expect, test } from 'vitest'
import { settle } from '../../api/manual-clock.test-support.ts'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import type { ThreadSlot } from '../thread-list-state.ts'
import type { ThreadList } from '../thread-list.ts'
import { createRunFollower } from './follow-runs.ts'
import { mainThreadAtom } from './shown-list.ts'
import { createBrowser } from './thread-tabs.test-support.ts'

test.each([
  ['**Yes**, *both*.', 'Yes, both.'],
  ['# Sizes\n- small', 'Sizes\nsmall'],
  ['See [the guide](https://example.com/guide?a=1_2).', 'See the guide.'],
  ['Set `snake_case` to 2*3 - 1', 'Set snake_case to 2*3 - 1'],
  ['**كم** السعر', 'كم السعر'],
])('the row of a thread has the answer %j without its marks', async (text, line) => {
  const { store, world } = await createBrowser().openTab()
  await store.set(sendTextAtom, 'More')
  await settle()
  await world.answers.at(-1)?.send(start('answer', 'question', 'a'), ...words(text))
  await world.answers.at(-1)?.send(FINISH)

  expect(store.get(mainThreadAtom).lastText).toBe(line)
})

test('a thread whose conversation is closed while its first message is sent is not made for ever', async () => {
  const making: Promise<unknown>[] = []
  const slot = { id: 'slot', remoteId: undefined, status: 'new', title: undefined } as ThreadSlot
  const follow = createRunFollower({
    threads: {
      find: () => slot,
      initialize(_: string, make: () => Promise<unknown>) {
        const made = make()
        making.push(made)
        return made
      },
    } as unknown as ThreadList,
    adapter: {},
    signal: new AbortController().signal,
    viewOf: () => undefined,
    pathOf: () => [],
    isSeen: () => true,
    onUnread() {},
    onSeen() {},
    onFailure() {},
  })

  follow('slot', { type: 'run', isRunning: true })
  follow('slot', { type: 'run', isRunning: false })

  await expect(making[0]).rejects.toMatchObject({ code: 'send_failed' })
})
