import { afterEach, expect, test, vi } from 'vitest'
import type { ChatInstance } from './chat-instance.ts'
import { createStage } from './testing/create-stage.ts'

const chats: ChatInstance[] = []

afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  document.body.replaceChildren()
})

test('stands last on each page, also after the page has moved on by itself (A38)', async () => {
  for (const markup of [
    '<main>One</main>',
    '<header>Two</header><footer></footer>',
    '<dialog></dialog>',
  ]) {
    document.body.innerHTML = markup
    const { root, chat } = createStage()
    chats.push(chat)
    await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
    expect(document.documentElement.lastElementChild).toBe(root())

    history.pushState({}, '', '#next')
    document.body.append(document.createElement('aside'))
    document.body.replaceWith(document.createElement('body'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.documentElement.lastElementChild).toBe(root())
    expect([...document.documentElement.children].indexOf(root())).toBe(2)
    chat.destroy()
    expect(document.documentElement.lastElementChild).toBe(document.body)
  }
})
