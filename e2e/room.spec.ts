import { startAlcove } from './alcove-server.ts'
import { expect, test } from './fixtures.ts'
import { startHostSite } from './host-site.ts'
import { action, questions, reopen } from './messages.ts'
import { createThreadListPage } from './thread-list-page.ts'

const FULL =
  'There is no room for more. Delete conversations that you no longer need, then try again.'

test('a message that finds no room waits with its words, and goes out once a conversation is deleted', async ({
  page,
  model,
  chat,
}) => {
  test.slow()
  const alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_LIMITS: '{"anonymousMessageBytes":4000}',
    },
  })
  const site = await startHostSite(`http://localhost:${alcove.port}`)
  await page.goto(`http://localhost:${site.port}/bare.html`)
  await chat.open()
  const list = createThreadListPage(chat)
  await chat.send('say First')
  await chat.settled()
  await chat.button('New conversation').click()
  await chat.send('say Second')
  await chat.settled()
  const words = `say ${'x'.repeat(1_300)}`
  await chat.send(words)

  const refused = questions(chat).last()
  await expect(refused).toContainText('Not sent')
  await expect(refused).toContainText(FULL)
  await expect(refused).toContainText(words)

  await reopen(page, chat)
  await expect(refused).toContainText('Not sent')
  await expect(refused).toContainText(words)

  await list.open()
  await list.nav
    .getByRole('button', { name: /^More for/ })
    .last()
    .click()
  await chat.frame.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await list.dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(list.nav.getByRole('button', { name: /^More for/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await action(refused, 'Try again').click()

  await chat.settled()
  await expect(chat.log.getByRole('article')).toHaveCount(4)
  await expect(chat.log).not.toContainText('Not sent')
  await site.stop()
  await alcove.stop()
})
