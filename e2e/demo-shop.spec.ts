import { startAlcove } from './alcove-server.ts'
import { test as base } from './fixtures.ts'
import { expect, expectSameAfterReload, watchChatCalls } from './tool-fixtures.ts'

/** The server as `npm start` configures it: with the demo model and the shop's tools. */
const test = base.extend({
  alcove: async ({ shared }, use) => {
    const env = {
      ALCOVE_CONFIG: 'scripts/demo/alcove.config.ts',
      ALCOVE_DEMO_ORIGIN: 'http://shop.test',
    }
    await use(await shared('alcove of the demo', () => startAlcove({ env })))
  },
})

test(
  'the demo looks things up by itself, and asks before it changes them',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    await test.step('the demo finds a product and an order in two steps of one answer', async () => {
      const calls = watchChatCalls(page)

      await chat.send('Find a mug and tell me when order 1042 comes')

      await chat.settled()
      await expect(
        chat.answer.getByRole('button', { name: /^Looked for “.*mug.*”/i }),
      ).toBeVisible()
      await expect(chat.answer.getByRole('button', { name: /^Looked up order 1042/ })).toBeVisible()
      await expect(chat.answer.getByRole('link', { name: /Enamel mug/ }).first()).toBeVisible()
      await expect(chat.answer).toContainText('Order 1042 is being packed')
      await expect.poll(() => calls).toHaveLength(1)
    })

    await test.step('the demo cancels an order only after approval', async () => {
      await chat.send('Cancel order 1043')
      const card = chat.answer.getByRole('group', {
        name: 'Cancel the order and pay the money back?',
      })
      await expect(card).toContainText('Order number')
      await expect(card).toContainText('1043')

      await card.getByRole('button', { name: 'Deny' }).click()

      await expect(chat.answer).toContainText('Order 1043 stays as it is')
      await chat.settled()
    })
    await expectSameAfterReload(page, chat)
  },
)

test('without a key the demo shows what tools of a page do: it scrolls, and fills the basket when allowed', async ({
  page,
  chat,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Ask Tarn' }).click()
  const blanket = page.getByRole('heading', { name: 'Wool blanket' })
  const basket = page.getByRole('status', { name: 'Things in the basket' })
  await expect(blanket).not.toBeInViewport()

  await chat.button('Something warm for the night').click()

  await expect(blanket).toBeInViewport()
  await expect(chat.frame.getByRole('log')).toContainText('There it is: the Wool blanket, €96.')
  await chat.settled()

  await chat.send('Put two mugs into my basket')
  const card = chat.frame.getByRole('group', { name: 'Put this into your basket?' })
  await expect(card).toContainText('Enamel mug')
  await expect(card.getByRole('group', { name: 'Preview' })).toContainText('€36')
  await expect(basket).toHaveText('0')
  await card.getByRole('button', { name: 'Allow once' }).click()

  await expect(basket).toHaveText('2')
  await expect(chat.frame.getByRole('log')).toContainText('Your basket has 2 in it now.')
  await chat.settled()

  await chat.frame.getByRole('button', { name: 'Undo: Put this into your basket' }).click()
  await expect(basket).toHaveText('0')

  // Control: a denied action is not executed.
  await chat.send('Put a lantern into my basket')
  await card.getByRole('button', { name: 'Deny' }).click()
  await expect(chat.frame.getByRole('log')).toContainText('I left your basket as it is')
  await expect(basket).toHaveText('0')
})

test(
  'the shop’s chat wears the shop’s colours, and asks what its visitors ask',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/')
    const launcher = page.getByRole('button', { name: 'Ask Tarn' })
    await expect(launcher).toHaveCSS('background-color', 'rgb(61, 90, 58)')
    await launcher.click()
    await expect(
      chat.frame.getByRole('heading', { name: 'What takes you outdoors?' }),
    ).toBeVisible()

    await chat.button('Where is my order 1042?').click()

    await expect(chat.answer).toContainText('being packed')
    await expect(chat.frame.getByText('Tarn said')).toHaveCount(1)
  },
)
