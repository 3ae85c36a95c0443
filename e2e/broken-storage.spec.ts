import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { answers, reopen } from './messages.ts'

/** Faults of a browser's database; each is installed in every frame before its code. */
const FAULTS: readonly { readonly name: string; readonly breakIt: () => void }[] = [
  {
    name: 'is blocked',
    breakIt: () => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get() {
          throw new DOMException('Blocked.', 'SecurityError')
        },
      })
    },
  },
  {
    name: 'never answers',
    breakIt: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    },
  },
  {
    name: 'cannot be opened',
    breakIt: () => {
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function openTooOld(name) {
        // A newer version of the database already exists.
        open.call(this, name, 99)
        return open.call(this, name, 1)
      }
    },
  },
  {
    name: 'is full',
    breakIt: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full.', 'QuotaExceededError')
      }
    },
  },
]

const note = (page: Page) =>
  page.frameLocator('iframe[title="Chat"]').getByText('This browser keeps no history of this chat.')

for (const { name, breakIt } of FAULTS) {
  test(
    `a chat whose database ${name} works, and says once that nothing is kept (U42)`,
    { tag: name === 'is full' ? [] : '@nightly' },
    async ({ page, context, chat }) => {
      await page.addInitScript(breakIt)
      await page.goto('/bare.html')
      await chat.open()
      await chat.send('say Works')
      await chat.settled()
      await expect(answers(chat)).toContainText('Works')
      await expect(note(page)).toBeVisible()

      await context.setOffline(true)
      await chat.send('say Waits')
      await expect(chat.log.getByText('Not sent yet')).toBeVisible()
      await context.setOffline(false)
      await expect(answers(chat)).toHaveCount(2)
      await chat.settled()
    },
  )
}

test('says nothing where the database works', async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say Works')
  await chat.settled()
  await reopen(page, chat)
  await expect(answers(chat)).toContainText('Works')
  await expect(note(page)).toHaveCount(0)
})
