import { expect, expectSameAfterReload, test } from './tool-fixtures.ts'

test.beforeEach(async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
})

test('tools of the server answer, refuse, and end', async ({ page, chat, tools, beginTrial }) => {
  await test.step('two steps of one answer use two tools of the server', async () => {
    const { calls, asked, key } = beginTrial()
    await chat.send(
      `tool find_products {"words":"${key}"}; next; tool order_status {"order":"${key}"}; next; say Both`,
    )
    await expect(chat.answer).toContainText('Both')
    await chat.settled()

    await expect(chat.log.getByRole('article')).toHaveCount(2)
    await expect(chat.answer.getByRole('button', { name: /^Ran find products/ })).toBeVisible()
    const line = chat.answer.getByRole('button', { name: /^Ran order status/ })
    await line.click()
    await expect(chat.answer.getByRole('group', { name: 'Input' })).toContainText(key)
    await expect(chat.answer.getByRole('group', { name: 'Result' })).toContainText('on its way')
    await line.click()
    expect(await tools.callsOf('find_products', key)).toEqual([{ words: key }])
    expect(await tools.callsOf('order_status', key)).toEqual([{ order: key }])
    // The browser sends one request; the server continues by itself.
    await expect.poll(() => calls).toHaveLength(1)
    expect(asked()).toHaveLength(3)
    expect(asked()[2]).toContain('Enamel mug')
    expect(asked()[2]).toContain('on its way')

    await expectSameAfterReload(page, chat)
    expect(await tools.callsOf('order_status', key)).toHaveLength(1)
  })

  await test.step('arguments that a tool of the server does not take never reach it', async () => {
    const { asked, key } = beginTrial()
    await chat.send(`tool order_status {"count":"${key}"}; next; say Sorry`)
    await expect(chat.answer).toContainText('Sorry')
    await chat.settled()

    await expect(chat.answer.getByRole('button', { name: 'order status failed' })).toBeVisible()
    expect(await tools.callsOf('order_status', key)).toEqual([])
    expect(asked()).toHaveLength(2)
  })

  await test.step('an answer that never stops calling tools ends after its steps, and says so', async () => {
    const { calls, asked, key } = beginTrial()
    await chat.send(`tool order_status {"order":"${key}"}`)

    await expect(chat.answer).toContainText('The answer ended early.')
    await chat.settled()
    expect(await tools.callsOf('order_status', key)).toHaveLength(3)
    expect(asked()).toHaveLength(3)
    await expect.poll(() => calls).toHaveLength(1)
  })
  await expectSameAfterReload(page, chat)
})
