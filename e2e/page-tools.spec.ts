import { expect, expectSameAfterReload, test } from './tool-fixtures.ts'
import { forget, openToolPage, seen } from './tool-page.ts'

test.beforeEach(async ({ page, site, chat }) => {
  await openToolPage(page, site)
  await chat.open()
})

test('tools of the page run, fail, and are stopped', async ({ page, chat, beginTrial }) => {
  await test.step('a tool of the page runs once, and the answer goes on with its result', async () => {
    const { calls, asked, key } = beginTrial()
    await chat.send(`tool get_cart {"sku":"${key}"}; next; say Two mugs`)
    await expect(chat.answer).toContainText('Two mugs')
    await chat.settled()

    await expect(chat.log.getByRole('article')).toHaveCount(2)
    await expect(chat.answer.getByRole('button', { name: /^Ran get cart/ })).toBeVisible()
    await expect(chat.button('Allow once')).toHaveCount(0)
    expect(await seen(page)).toEqual([[key, 'call_1']])
    await expect
      .poll(() => calls.map(({ messages }) => messages.map(({ role }) => role)))
      .toEqual([['user'], ['assistant']])
    expect(asked()).toHaveLength(2)
    expect(asked()[1]).toContain(String.raw`{\"count\":2}`)

    await expectSameAfterReload(page, chat)
    expect(await seen(page)).toEqual([])
    await expect.poll(() => calls).toHaveLength(2)
  })

  await test.step('the model is told what a tool threw, and the person can look it up', async () => {
    await forget(page)

    const { calls, asked, key } = beginTrial()
    await chat.send(`tool broken {"sku":"${key}"}; next; say Sorry`)
    await expect(chat.answer).toContainText('Sorry')
    await chat.settled()

    const line = chat.answer.getByRole('button', { name: 'broken failed' })
    await line.click()
    const result = chat.answer.getByRole('group', { name: 'Result' })
    await expect(result).toContainText('Error: The cart is closed')
    expect(asked()).toHaveLength(2)
    expect(asked()[1]).toContain('Error: The cart is closed')
    await expect.poll(() => calls).toHaveLength(2)
    await line.click()

    await expectSameAfterReload(page, chat)
    await line.click()
    await expect(result).toContainText('Error: The cart is closed')
    await line.click()
  })

  await test.step('Stop ends a tool that runs, and the answer does not go on, also after a reload', async () => {
    await forget(page)

    const { asked, key } = beginTrial()
    await chat.send(`tool slow {"sku":"${key}"}; next; say Never`)
    await expect(chat.answer.getByRole('button', { name: 'Running slow…' })).toBeVisible()
    await expect.poll(() => seen(page)).toEqual(['begun'])

    await chat.button('Stop').click()

    await expect.poll(() => seen(page)).toEqual(['begun', 'aborted'])
    await chat.settled()
    await expect(chat.answer).toContainText('Stopped')
    const line = chat.answer.getByRole('button', { name: 'slow failed' })
    await line.click()
    const result = chat.answer.getByRole('group', { name: 'Result' })
    await expect(result).toContainText('Tool execution aborted')
    await line.click()

    await expectSameAfterReload(page, chat)
    await line.click()
    await expect(result).toContainText('Tool execution aborted')
    expect(asked()).toHaveLength(1)

    // The next question tells the model.
    await chat.send(`say Next ${key}`)
    await expect(chat.answer).toContainText(`Next ${key}`)
    expect(asked().at(-1)).toContain('Tool execution aborted')
  })
})

test(
  'a tool is not called with arguments that do not fit',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { calls, asked, key } = beginTrial()
    await chat.send(`tool get_cart {"count":"${key}"}; next; say Sorry`)
    await expect(chat.answer).toContainText('Sorry')
    await chat.settled()

    expect(await seen(page)).toEqual([])
    const line = chat.answer.getByRole('button', { name: 'get cart failed' })
    await line.click()
    const result = chat.answer.getByRole('group', { name: 'Result' })
    await expect(result).toContainText('Function parameter validation failed.')
    expect(asked()).toHaveLength(2)
    expect(asked()[1]).toContain('Function parameter validation failed.')
    await expect.poll(() => calls).toHaveLength(2)
    await line.click()

    await expectSameAfterReload(page, chat)
    await line.click()
    await expect(result).toContainText('Function parameter validation failed.')
    await line.click()
  },
)

test(
  'a message that is sent before the tools are there waits for them',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    const { key, calls } = beginTrial()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/later-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    const asked = page.waitForRequest(/\/later-.*\.js$/)
    await chat.open()
    await asked
    await chat.composer.fill(`tool get_cart {"sku":"${key}"}; next; say Two mugs`)
    await chat.composer.press('Enter')
    await expect(chat.button('Send')).toBeDisabled()
    expect(calls).toHaveLength(0)

    release()

    await expect(chat.answer).toContainText('Two mugs')
    expect(await seen(page)).toEqual([[key, 'call_1']])
  },
)

test(
  'tools of the page ask before they change something, and again after a reload',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    await test.step('a tool that changes something asks first, and runs once', async () => {
      const { calls, asked, key } = beginTrial()
      await chat.send(`tool add_to_cart {"sku":"${key}"}; next; say Three now`)
      const card = chat.answer.getByRole('group', { name: 'Allow add to cart?' })
      await expect(card).toContainText(key)
      await chat.settled()
      expect(await seen(page)).toEqual([])
      await expectSameAfterReload(page, chat)
      expect(await seen(page)).toEqual([])

      await card.getByRole('button', { name: 'Allow once' }).click()

      await expect(chat.answer).toContainText('Three now')
      await chat.settled()
      await expect(card).toHaveCount(0)
      expect(await seen(page)).toEqual([key])
      await expect.poll(() => calls).toHaveLength(2)
      expect(asked()).toHaveLength(2)
      await expectSameAfterReload(page, chat)
      expect(await seen(page)).toEqual([])
    })

    await test.step('a tool that was denied does not run, and the model is told', async () => {
      await forget(page)

      const { calls, asked, key } = beginTrial()
      await chat.send(`tool add_to_cart {"sku":"${key}"}; next; say As you like`)
      await chat.button('Deny').click()

      await expect(chat.answer).toContainText('As you like')
      await chat.settled()
      expect(await seen(page)).toEqual([])
      await expect.poll(() => calls).toHaveLength(2)
      expect(asked()[1]).toContain('The person did not allow it.')
    })

    for (const [button, said, again] of [
      ['Run again', 'Done', ['begun']],
      ['Skip', 'Done', []],
    ] as const) {
      await test.step(`a tool that a reload cut off waits for the person: ${button}`, async () => {
        await forget(page)

        const { calls, asked, key } = beginTrial()
        await chat.send(`tool slow {"sku":"${key}"}; next; say ${said}`)
        await expect.poll(() => seen(page)).toEqual(['begun'])

        await page.reload()
        await chat.open()

        const card = chat.answer.getByRole('group', { name: 'slow is waiting for you' })
        await expect(card).toContainText(key)
        expect(await seen(page)).toEqual([])
        await expect.poll(() => calls).toHaveLength(1)

        await card.getByRole('button', { name: button }).click()

        await expect.poll(() => seen(page)).toEqual(again)
        await expect(card).toHaveCount(0)
        if (button === 'Skip') {
          await expect(chat.answer).toContainText(said)
          await chat.settled()
          await expect.poll(() => calls).toHaveLength(2)
          expect(asked()[1]).toContain('User skipped this step.')
          await expectSameAfterReload(page, chat)
        } else {
          await expect(chat.answer.getByRole('button', { name: 'Running slow…' })).toBeVisible()
          await expect.poll(() => calls).toHaveLength(1)
          await chat.button('Stop').click()
          await chat.settled()
        }
      })
    }
    await expectSameAfterReload(page, chat)
  },
)
