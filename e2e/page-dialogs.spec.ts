import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Dialogs of page libraries. Each page simulates a library's effects on everything outside of its dialog.

const DIALOG = `
  <button id="edit">Edit</button>
  <div id="dialog" role="dialog" aria-modal="true" aria-label="Edit" hidden><input aria-label="Name"><button>Save</button></div>
  <p id="told">untouched</p>
  <script>
    const field = dialog.querySelector('input')
    const close = () => { dialog.hidden = true; told.textContent = 'closed' }
    edit.onclick = () => { dialog.hidden = false; trap(); field.focus() }
    const outside = (event) => !dialog.hidden && !dialog.contains(event.target)
    const swallow = (event) => { event.preventDefault(); event.stopPropagation() }
  </script>`

interface Behaviour {
  readonly name: string
  /** The library's behaviour when its dialog opens. */
  readonly trap: string
  /** Set if its dialog has other markup. */
  readonly markup?: (html: string) => string
}

const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: 'React Aria: presses and the focus outside are taken, but for its top layer',
    markup: (html) => html.replace(' aria-modal="true"', ''),
    trap: `
      for (const child of document.body.children) if (!child.contains(dialog)) child.inert = true
      const isAbove = ({ target }) => target instanceof Element && target.closest('[data-react-aria-top-layer]')
      for (const name of ['pointerdown', 'click'])
        document.addEventListener(name, (event) => { if (outside(event) && !isAbove(event)) swallow(event) }, true)
      document.addEventListener('focusin', (event) => { if (outside(event) && !isAbove(event)) field.focus() })
      dialog.addEventListener('focusout', () => requestAnimationFrame(() => {
        const active = document.activeElement
        if (!dialog.contains(active) && !active.closest('[data-react-aria-top-layer]')) field.focus()
      }))`,
  },
  {
    name: 'Radix: the body takes no pointer, a press outside closes, the focus comes back',
    markup: (html) => html.replace(' aria-modal="true"', ' data-state="open"'),
    trap: `
      document.body.style.pointerEvents = 'none'
      dialog.style.pointerEvents = 'auto'
      for (const child of document.body.children) if (child !== dialog) child.setAttribute('aria-hidden', 'true')
      document.addEventListener('pointerdown', (event) => { if (outside(event)) close() })
      document.addEventListener('focusin', (event) => { if (outside(event)) field.focus() })
      document.addEventListener('focusout', (event) => {
        if (event.relatedTarget && !dialog.contains(event.relatedTarget)) field.focus()
      })`,
  },
  {
    name: 'Headless UI: what stands beside the dialog is inert, a press or the focus outside counts on the window',
    trap: `
      for (const child of document.body.children) if (child !== dialog) child.inert = true
      for (const name of ['pointerdown', 'mousedown', 'click'])
        document.addEventListener(name, (event) => { if (outside(event)) { event.preventDefault(); close() } }, true)
      addEventListener('focus', (event) => {
        if (event.target instanceof Element && outside(event)) { swallow(event); field.focus() }
      }, true)`,
  },
  {
    name: 'focus-trap: presses outside go to nobody, the focus comes back',
    trap: `
      for (const name of ['mousedown', 'touchstart', 'click'])
        document.addEventListener(name, (event) => {
          if (!outside(event)) return
          event.preventDefault()
          if (name === 'click') event.stopImmediatePropagation()
        }, { capture: true, passive: false })
      document.addEventListener('focusin', (event) => {
        if (!outside(event)) return
        event.stopImmediatePropagation()
        field.focus()
      }, true)`,
  },
  {
    name: 'MUI: what stands beside the dialog is hidden from assistants, the focus comes back',
    trap: `
      for (const child of document.body.children) if (child !== dialog) child.setAttribute('aria-hidden', 'true')
      const enforce = () => {
        if (document.hasFocus() && !dialog.contains(document.activeElement)) field.focus()
      }
      document.addEventListener('focusin', enforce)
      setInterval(() => { if (document.activeElement === document.body) enforce() }, 50)`,
  },
  {
    name: 'Bootstrap: the focus comes back',
    trap: `
      document.addEventListener('focusin', (event) => {
        if (event.target !== document && outside(event)) field.focus()
      })`,
  },
]

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
}

for (const { name, trap, markup = (html: string) => html } of BEHAVIOURS) {
  test(`${name}: the chat is used as ever, over the dialog and beside it`, async ({
    page,
    site,
    chat,
  }) => {
    site.add('/dialog.html', {
      html: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>
          <main><h1>Shop</h1></main>${markup(DIALOG)}<script>function trap() {${trap}}</script>
          <div id="elsewhere" style="position: fixed; inset: 0 auto auto 0; width: 50px; height: 50px"><input id="other" aria-label="Other"></div>
          <script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script></body></html>`,
    })
    const field = page.getByRole('textbox', { name: 'Name' })
    await page.goto('/dialog.html')
    await expect(chat.launcher).toBeVisible()
    await openDialog(page)

    await test.step('its hold on the rest of the page stays as it is', async () => {
      const other = page.locator('#other')
      await other.evaluate((element) => element.focus())
      await expect(other).not.toBeFocused()
    })

    await test.step('a chat that opens over it takes keys, and the dialog stays', async () => {
      await chat.launcher.click()
      await expect(chat.composer).toBeFocused()
      await page.keyboard.type('say Typed by hand')
      await page.keyboard.press('Enter')

      await expect(chat.answer).toContainText('Typed by hand')
      await expect(page.getByRole('dialog', { name: 'Edit' })).toBeVisible()
      await expect(page.locator('#told')).toHaveText('untouched')
      await expect(field).toHaveValue('')
    })

    await test.step('a chat that was open before takes keys again after a press into it', async () => {
      await page.goto('/dialog.html')
      await chat.open()
      await expect(chat.composer).toBeFocused()
      await openDialog(page)
      await page.keyboard.type('Ada')

      await chat.composer.click()
      await expect(chat.composer).toBeFocused()
      await page.keyboard.type('A question')

      await expect(chat.composer).toHaveValue('A question')
      await expect(field).toHaveValue('Ada')
    })
  })
}
