import { expect, test } from './tool-fixtures.ts'
import { openWholeToolPage, seen } from './tool-page.ts'

test.beforeEach(async ({ page, site, chat }) => {
  await openWholeToolPage(page, site)
  await chat.open()
})

test('a question for approval shows what the page says beside every argument', async ({
  page,
  chat,
  beginTrial,
}) => {
  const { key } = beginTrial()
  await chat.send(`tool fill_cart {"sku":"${key}"}; next; say Filled`)
  const card = chat.answer.getByRole('group', { name: 'Fill the cart?' })
  const preview = card.getByRole('group', { name: 'Preview' })

  // Plain text, even if it looks like markup; and no label hides an argument.
  await expect(preview).toContainText(`One more of ${key} <b>x</b>`)
  await expect(preview).toContainText('Total')
  await expect(preview).toContainText('€18')
  await expect(card.getByRole('group', { name: 'With this data' })).toHaveText(`Article${key}`)
  await expect(card.getByRole('button')).toHaveText([
    'Deny',
    'Allow in this conversation',
    'Allow once',
  ])
  expect(await seen(page)).toEqual([])
})

test(
  'a call is undone by keyboard, and the model hears of it with the next message',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { key, asked } = beginTrial()
    await chat.send(`tool fill_cart {"sku":"${key}"}; next; say Filled`)
    await chat.button('Allow once').click()
    await expect(chat.answer).toContainText('Filled')
    await chat.settled()
    const undo = chat.answer.getByRole('button', { name: 'Undo: Fill the cart' })

    await page.evaluate(() => void Object.assign(globalThis, { isStuck: true }))
    await undo.click()
    await expect(chat.answer).toContainText('Could not be undone Error: The cart is closed')
    await page.evaluate(() => void Object.assign(globalThis, { isStuck: false }))
    await undo.press('Enter')

    await expect(chat.answer).toContainText('Undone')
    await expect(undo).toHaveCount(0)
    await expect(chat.answer).toBeFocused()
    expect(await seen(page)).toEqual([`filled ${key}`, `emptied ${key} 1`])

    await chat.send(`say Next ${key}`)
    await expect(chat.answer).toContainText(`Next ${key}`)
    await chat.settled()
    expect(asked().at(-1)).toContain('undone by the person')
    await chat.send(`say Last ${key}`)
    await expect(chat.answer).toContainText(`Last ${key}`)
    await chat.settled()
    // Sent once: requests for later questions do not contain it.
    expect(asked().at(-1)).not.toContain('undone by the person')
  },
)

test(
  'a tool that is allowed for a conversation is not asked about again there, is listed, and can be revoked',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { key } = beginTrial()
    const card = chat.log.getByRole('group', { name: 'Fill the cart?' })
    const fill = async (count: number) => {
      await chat.send(`tool fill_cart {"sku":"${key}-${count}"}; next; say Filled ${count}`)
    }
    await fill(1)
    await card.getByRole('button', { name: 'Allow in this conversation' }).click()
    await expect(chat.answer).toContainText('Filled 1')
    await chat.settled()
    await fill(2)
    await expect(chat.answer).toContainText('Filled 2')
    await chat.settled()
    await expect(card).toHaveCount(0)

    // The permission is stored on the device, for this conversation alone, in the database that frames of any
    // release can open.
    const frame = page.frames().find((each) => each !== page.mainFrame())!
    const databases = await frame.evaluate(() => indexedDB.databases())
    expect(databases).toEqual([{ name: 'alcove', version: 1 }])
    await page.reload()
    await chat.open()
    await expect(chat.log).toContainText('Filled 2')
    await fill(3)
    await expect(chat.answer).toContainText('Filled 3')
    await chat.settled()
    expect(await seen(page)).toEqual([`filled ${key}-3`])

    await chat.button('More').click()
    await chat.frame.getByRole('menuitem', { name: 'Settings' }).click()
    const allowed = chat.frame.getByRole('group', { name: 'Allowed without asking' })
    await allowed.getByRole('switch', { name: 'Fill the cart' }).click()
    await page.keyboard.press('Escape')
    await fill(4)
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: 'Allow in this conversation' }).click()
    await expect(chat.answer).toContainText('Filled 4')
    await chat.settled()

    await chat.startAnew()
    await fill(5)
    await expect(card).toBeVisible()
    expect(await seen(page)).toEqual([`filled ${key}-3`, `filled ${key}-4`])
  },
)

test(
  'a running tool says how far it is',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { key } = beginTrial()
    await chat.send(`tool export {"sku":"${key}"}; next; say Exported`)
    const bar = chat.answer.getByRole('progressbar', { name: 'export' })
    await expect(bar).toHaveAttribute('value', '0.5')
    await expect(chat.answer).toContainText('Page 1 of 2')
    // A changing name would be announced again and again.
    await expect(
      chat.answer.getByRole('button', { name: 'Running export…', exact: true }),
    ).toBeVisible()

    await page.evaluate(() => (globalThis as unknown as { finish: () => void }).finish())

    await expect(chat.answer).toContainText('Exported')
    await expect(bar).toHaveCount(0)
  },
)

test(
  'the model is told of a tool only while that is available, as the page says with each message',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { key, asked } = beginTrial()
    await chat.send(`say One ${key}`)
    await expect(chat.answer).toContainText(`One ${key}`)
    await chat.settled()
    expect(asked().at(-1)).toContain('only_when_open')

    await page.evaluate(() => void Object.assign(globalThis, { isOpen: false }))
    await chat.send(`say Two ${key}`)
    await expect(chat.answer).toContainText(`Two ${key}`)
    await chat.settled()
    expect(asked().at(-1)).not.toContain('only_when_open')
    expect(asked().at(-1)).toContain('fill_cart')
  },
)

test(
  'a Standard Schema converts arguments, and reports the faults of others to the model',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { key, asked } = beginTrial()
    await chat.send(`tool standard {"sku":"a${key}"}; next; say Done`)
    await expect(chat.answer).toContainText('Done')
    await chat.settled()
    expect(await seen(page)).toEqual([`A${key.toUpperCase()}`])

    await chat.send(`tool standard {"sku":"x${key}"}; next; say Sorry`)
    await expect(chat.answer).toContainText('Sorry')
    await chat.settled()
    expect(await seen(page)).toHaveLength(1)
    expect(asked().at(-1)).toContain('Function parameter validation failed.')
    expect(asked().at(-1)).toContain('No x, please')
  },
)
