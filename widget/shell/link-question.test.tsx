import { Provider } from 'jotai/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askToOpenLink } from '../world/link-question.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { mount } from '../ui/mount.test-support.tsx'
import { ARMED_AFTER_MS } from '../ui/use-armed.tsx'
import { LinkQuestion } from './link-question.tsx'
import { TextsProvider } from './texts-provider.tsx'

type Mounted = Awaited<ReturnType<typeof mount>>
let page: Mounted

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await page.unmount()
  vi.useRealTimers()
})

/** Asks the question about an address, and returns the result. */
async function ask(url: string) {
  const { store } = createChatWorld()
  page = await mount(
    <Provider store={store}>
      <TextsProvider>
        <LinkQuestion />
      </TextsProvider>
    </Provider>,
  )
  const answers: boolean[] = []
  await act(async () => void askToOpenLink(store, url).then((is) => answers.push(is)))
  return answers
}

const find = (name: string) =>
  [...page.container.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )!
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const press = (name: string) =>
  act(async () => {
    find(name).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    find(name).dispatchEvent(new MouseEvent('mousedown', { bubbles: true, detail: 1 }))
    find(name).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  })

test('opens by a press that begins when it has been in sight for 500 ms, and by none before (T39)', async () => {
  const answers = await ask('https://shop.example/logout')
  await wait(ARMED_AFTER_MS - 1)
  expect(find('Open').getAttribute('aria-disabled')).toBe('true')
  await press('Open')
  expect(answers).toEqual([])

  await wait(1)
  expect(find('Open').getAttribute('aria-disabled')).toBe('false')
  await press('Open')
  expect(answers).toEqual([true])
  expect(page.container.querySelector('dialog')).toBeNull()
})

test.each(['Cancel', 'Close'])('%s declines at once', async (name) => {
  const answers = await ask('https://shop.example/logout')
  expect(document.activeElement?.textContent).toBe('https://shop.example/logout')

  await press(name)

  expect(answers).toEqual([false])
  expect(page.container.querySelector('dialog')).toBeNull()
})

test.each([
  ['a long one', `https://shop.example/${'a'.repeat(3_000)}/logout`],
  ['one of another script', 'https://shop.example/выход?имя=Ада#да'],
  ['one with invisible characters', 'https://shop.example/help\u200b\u202e\u2066\u{e0041}tuogol'],
  ['one with a name before the host', 'https://help.example%2f@shop.example/logout'],
])('says the whole address and nothing else: %s', async (_, address) => {
  const { href } = new URL(address)
  await ask(href)

  const dialog = page.container.querySelector('dialog')!
  const describing = dialog.getAttribute('aria-describedby')!.split(' ')
  const [hint, shown] = describing.map((id) => document.getElementById(id)!)

  expect(hint!.textContent).toMatch(/sign you out/)
  expect(shown!.textContent).toBe(href)
  expect(shown!.textContent).toMatch(/^[!-~]+$/)
  expect(shown!.closest('[dir]')!.getAttribute('dir')).toBe('ltr')
})
