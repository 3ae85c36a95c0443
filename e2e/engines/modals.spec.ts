import { addTagPage } from '../tag-page.ts'
import { expect, field, openChat, test } from './engine-test.ts'

/** Opens and closes a modal dialog, and waits each time until the chat has followed, in engines where it can. */
const MODALS = `
  <button id="start">Ten modals</button>
  <dialog id="dialog" aria-label="Modal"><p>Modal</p></dialog>
  <script>
    const root = () => document.querySelector('alcove-root')
    const follows = async (parent) => {
      const end = performance.now() + 5000
      while (dialog.moveBefore && root().parentNode !== parent) {
        if (performance.now() > end) throw new Error('The chat did not follow.')
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    start.onclick = async () => {
      for (let count = 0; count < 10; count += 1) {
        dialog.showModal()
        await follows(dialog)
        dialog.close()
        await follows(document.documentElement)
      }
      const over = document.createElement('button')
      over.textContent = 'Ten modals are over'
      start.after(over)
    }
  </script>`

test('the chat is loaded once, before, during and after ten modal dialogs of the page', async ({
  tab,
  site,
}) => {
  addTagPage(site, '/modals.html', '', MODALS)
  await tab.goto(`http://localhost:${site.port}/modals.html`)
  await openChat(tab)
  await tab.type(field, 'A draft')
  await tab.evaluate(() => void Object.assign(window, { isFirst: true }))

  await tab.clickOnPage('Ten modals')
  await tab.clickOnPage('Ten modals are over')

  expect(await tab.evaluate(() => 'isFirst' in window)).toBe(true)
  expect(await tab.value(field)).toBe('A draft')
})
