import { callChat } from '../call-chat.ts'
import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken } from '../host-token.ts'
import { addTagPage } from '../tag-page.ts'
import { expect, test } from './recorded-test.ts'

test(
  'every command of the reference answers a page of another origin',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addTagPage(site, '/commands.html', '')
    await page.goto('/commands.html')
    await expect(chat.launcher).toBeVisible()
    const call = (...args: readonly unknown[]) => callChat(page, ...args)
    const state = () =>
      page.evaluate(() => (window.Alcove as unknown as { state: Record<string, unknown> }).state)

    await test.step('how it opens, and is drawn', async () => {
      await call('open', { prefill: 'say Hello' })
      await expect(chat.composer).toHaveValue('say Hello')
      await call('close')
      expect(await state()).toMatchObject({ open: false, status: 'ready' })
      await call('toggle')
      expect(await state()).toMatchObject({ open: true })
      await call('hide')
      expect(await state()).toMatchObject({ visible: false })
      await call('show')
      expect(await state()).toMatchObject({ visible: true })
      await call('setTheme', 'dark')
      await expect(chat.frame.locator('html')).toHaveAttribute('data-scheme', 'dark')
      await call('setLocale', 'de')
      await expect(chat.frame.locator('html')).toHaveAttribute('lang', 'de')
      await call('setLocale', 'en')
      expect(await call('doctor')).toMatchObject({ app: 'default', state: { status: 'ready' } })
      expect(await call('metrics')).toMatchObject({ times: {} })
      await call('update', { name: 'Pip' })
      await expect(chat.frame.getByRole('heading', { name: 'Pip', exact: true })).toBeVisible()
    })

    await test.step('what it says to the person and the model', async () => {
      await call('setComposer', null)
      await call('focusComposer')
      await expect(chat.composer).toBeFocused()
      await call('setContext', { data: { Cart: 'Two mugs' } })
      await expect(chat.frame.getByRole('button', { name: /share/ })).toBeVisible()
      await call('context', null)
      await expect(chat.frame.getByRole('button', { name: /share/ })).toHaveCount(0)
      await page.evaluate(() => void window.Alcove!('addContext', 'Plan', 'pro'))
      await expect(chat.frame.getByRole('button', { name: /share/ })).toBeVisible()
      await call('askAbout', { label: 'A mug' })
      await expect(chat.frame.getByRole('listitem').filter({ hasText: 'A mug' })).toBeVisible()
      expect(await call('notify', 'News')).toBe(true)
    })

    await test.step('what it does with the conversation', async () => {
      await page.evaluate(() => {
        Object.assign(window, { ended: 0 })
        void window.Alcove!(
          'on',
          'response:end',
          () => (window as unknown as { ended: number }).ended++,
        )
        void window.Alcove!('tool', 'look', {
          description: 'Looks',
          parameters: { type: 'object' },
          scope: 'read',
          run: () => 'seen',
        })
      })
      await call('send', 'tool look {}; next; say Looked')
      await expect(chat.answer).toContainText('Looked')
      await chat.settled()
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { ended: number }).ended))
        .toBe(1)
      expect(await call('stop')).toBe(false)
      expect(await call('refresh')).toBeNull()
      // The person has to save it, because this page may not read.
      expect(await call('exportTranscript', 'md')).toBeNull()
      const saving = chat.frame.getByRole('dialog')
      await saving.press('Escape')
      await expect(saving).toHaveCount(0)
      const { threads } = (await call('threads.list')) as { threads: readonly { id: string }[] }
      const [thread] = threads
      await call('threads.rename', thread!.id, 'Mugs')
      await expect(chat.frame.getByRole('heading', { name: 'Mugs' })).toBeVisible()
      await call('newThread')
      await expect(chat.log.getByRole('article')).toHaveCount(0)
      await call('openThread', thread!.id)
      await expect(chat.answer).toContainText('Looked')
      await call('threads.archive', thread!.id)
      await call('threads.unarchive', thread!.id)
      const deleting = call('threads.delete', thread!.id)
      await chat.frame
        .getByRole('dialog')
        .getByRole('button', { name: 'Delete', exact: true })
        .click()
      expect(await deleting).toBe(true)
    })

    await test.step('who chats, and when', async () => {
      const clearing = call('deleteData')
      await chat.frame.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect(await clearing).toBe(false)
      await call('identify', { token: createHostToken('ada', HOST_SECRET), merge: 'never' })
      expect(await state()).toMatchObject({ identity: 'identified' })
      await call('logout')
      expect(await state()).toMatchObject({ identity: 'anonymous' })
      await call('shutdown')
      expect(await state()).toMatchObject({ identity: 'none', visible: false })
      await call('boot', { auth: 'anonymous' })
      expect(await state()).toMatchObject({ visible: true })
      expect(await call('run', 'nothing')).toMatch(/^call_unknown/)
      await chat.launcher.click()
      await expect(chat.composer).toBeVisible()
      await call('destroy')
      await expect(page.locator('alcove-root')).toHaveCount(0)
    })
  },
)
