import { expect, expectSameAfterReload, test } from './tool-fixtures.ts'
import { forget, openToolPage, seen } from './tool-page.ts'

test.beforeEach(async ({ page, site, chat }) => {
  await openToolPage(page, site)
  await chat.open()
})

test('questions of tools are answered, and left', async ({ page, chat, beginTrial }) => {
  await test.step('a tool that is a question takes one of its choices, also after a reload', async () => {
    const { calls, asked, key } = beginTrial()
    const question = { message: `Which size, ${key}?`, choices: ['Small', 'Large'] }
    await chat.send(`tool pick_size ${JSON.stringify(question)}; next; say Large it is`)
    const card = chat.answer.getByRole('group', { name: 'pick size asks' })
    await expect(card).toContainText(`Which size, ${key}?`)
    await chat.settled()
    await expectSameAfterReload(page, chat)
    await expect.poll(() => calls).toHaveLength(1)

    await card.getByRole('button', { name: 'Large' }).click()

    await expect(chat.answer).toContainText('Large it is')
    await chat.settled()
    await expect(card).toHaveCount(0)
    await expect.poll(() => calls).toHaveLength(2)
    expect(calls[1]!.messages[0]!.parts).toMatchObject([
      { type: 'tool-pick_size', state: 'output-available', output: 'Large' },
    ])
    expect(asked()).toHaveLength(2)
  })

  await test.step('the next message ends an unanswered question', async () => {
    const { asked, key } = beginTrial()
    await chat.send(`tool pick_size {"message":"Which size, ${key}?"}; next; say Never`)
    await expect(chat.answer.getByRole('textbox', { name: 'Your answer' })).toBeVisible()

    await chat.send(`say Something else, ${key}`)

    await expect(chat.answer).toContainText('Something else')
    await chat.settled()
    await expect(chat.log.getByRole('textbox', { name: 'Your answer' })).toHaveCount(0)
    expect(asked()).toHaveLength(2)
    await expectSameAfterReload(page, chat)
    await expect(chat.log.getByRole('textbox', { name: 'Your answer' })).toHaveCount(0)
  })
  await expectSameAfterReload(page, chat)
})

test(
  'questions of tools are typed into, asked again and superseded',
  { tag: '@nightly' },
  async ({ page, chat, beginTrial }) => {
    await test.step('a question without choices accepts typed text, with Enter', async () => {
      const { calls, asked, key } = beginTrial()
      const question = { message: `What for, ${key}?`, placeholder: 'A few words' }
      await chat.send(`tool pick_size ${JSON.stringify(question)}; next; say I see`)
      const field = chat.answer.getByRole('textbox', { name: 'Your answer' })
      await expect(field).toHaveAttribute('placeholder', 'A few words')
      await expectSameAfterReload(page, chat)

      await field.fill('A present')
      await field.press('Enter')

      await expect(chat.answer).toContainText('I see')
      await chat.settled()
      await expect(field).toHaveCount(0)
      await expect.poll(() => calls).toHaveLength(2)
      expect(asked()[1]).toContain('A present')
    })

    await test.step('a tool that asked when the page was loaded again runs again, or is left out', async () => {
      const { calls, key } = beginTrial()
      await chat.send(`tool wrap {"sku":"${key}"}; next; say Wrapped`)
      await expect(chat.answer).toContainText('Which paper?')

      await page.reload()
      await chat.open()

      const left = chat.answer.getByRole('group', { name: 'wrap is waiting for you' })
      await expect(left.getByRole('button', { name: 'Skip' })).toBeVisible()
      await expect(chat.answer).not.toContainText('Which paper?')
      await left.getByRole('button', { name: 'Run again' }).click()

      const card = chat.answer.getByRole('group', { name: 'wrap asks' })
      await card.getByRole('button', { name: 'Red' }).click()
      await expect(chat.answer).toContainText('Wrapped')
      await chat.settled()
      await expect.poll(() => calls).toHaveLength(2)
    })

    await test.step('a running tool asks; its second question takes the place of the first', async () => {
      const { calls, asked, key } = beginTrial()
      await forget(page)
      await chat.send(`tool wrap {"sku":"${key}"}; next; say Wrapped`)
      const card = chat.answer.getByRole('group', { name: 'wrap asks' })
      await expect(card).toContainText('Which paper?')
      await expect(card).not.toContainText('First?')
      expect(await seen(page)).toEqual(['Human input request was superseded by a new request'])

      await card.getByRole('button', { name: 'Blue' }).click()

      await expect(chat.answer).toContainText('Wrapped')
      await chat.settled()
      await expect.poll(() => calls).toHaveLength(2)
      expect(asked()[1]).toContain(String.raw`{\"paper\":\"Blue\"}`)
    })
  },
)

test('questions of tools are dismissed', { tag: '@nightly' }, async ({ chat, beginTrial }) => {
  for (const [tool, args] of [
    ['pick_size', (key: string) => ({ message: `Which size, ${key}?`, choices: ['Small'] })],
    ['wrap', (key: string) => ({ sku: key })],
  ] as const) {
    await test.step(`a question of ${tool} is dismissed, and the answer goes on`, async () => {
      const { calls, asked, key } = beginTrial()
      await chat.send(`tool ${tool} ${JSON.stringify(args(key))}; next; say Then without`)
      const card = chat.answer.getByRole('group', { name: /asks$/ })
      await card.getByRole('button', { name: 'Skip' }).click()

      await expect(chat.answer).toContainText('Then without')
      await chat.settled()
      await expect(card).toHaveCount(0)
      await expect.poll(() => calls).toHaveLength(2)
      expect(asked()[1]).toContain('User skipped this step.')
    })
  }
})
