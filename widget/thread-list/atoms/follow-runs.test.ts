// @vitest-environment node
import { expect, test } from 'vitest'
import { settle } from '../../api/manual-clock.test-support.ts'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
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
