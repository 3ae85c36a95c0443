import type { Page } from '@playwright/test'
import { startAlcove } from './alcove-server.ts'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { test as endpointTest } from './endpoint-world.ts'
import { expect, HOST_SECRET, test as base } from './fixtures.ts'
import { signedInPage } from './host-token.ts'
import type { HostSite } from './host-site.ts'
import { reopen } from './messages.ts'
import { visit, type Visitor } from './visitor.ts'

// A person approves exactly the value that runs, is stored and is sent to the model next; otherwise nothing
// runs.

const TOOL = `<script>
  window.paid = []
  Alcove('tool', 'pay', {
    description: 'Pays.',
    parameters: { type: 'object' },
    run: (args) => (paid.push(args), { paid: args.n }),
  })
</script>`

/** The visitor's page, with a tool that asks before it pays. */
async function openPaying(
  name: string,
  world: Parameters<typeof visit>[1] & { readonly site: HostSite },
): Promise<Visitor> {
  const visitor = await visit(name, world)
  world.site.add(`/${name}.html`, {
    html: signedInPage(visitor.token).replace('</html>', `${TOOL}</html>`),
  })
  await world.page.reload()
  return visitor
}

/** The arguments that the page's tool ran with. */
const paid = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { paid: unknown[] }).paid)

const card = (chat: ChatPage) => chat.answer.getByRole('group', { name: 'Allow pay?' })
const asksAbout = (chat: ChatPage, value: string) =>
  expect(card(chat).getByRole('group', { name: 'With this data' })).toContainText(value)

/** The stored calls, newest first. */
const storedCalls = async (visitor: Visitor) =>
  (await visitor.rows()).flatMap(({ content }) =>
    (content as unknown as { content: readonly Record<string, unknown>[] }).content.filter(
      ({ type }) => type === 'tool-call',
    ),
  )

const STOPPED = 'pay was stopped: its data did not match'

endpointTest(
  'what an endpoint streams and what it sends whole are one value, or nothing runs',
  async ({ page, world, chat }, { testId }) => {
    const visitor = await openPaying(`pay-${testId}`, { page, ...world })
    await chat.open()
    const call = (text: string, value: unknown) =>
      chat.send(`call ${JSON.stringify({ text, value })}`)
    const partsOfLast = () =>
      world.endpoint.calls.at(-1)?.body.messages.at(-1)?.parts as unknown as readonly object[]

    for (const text of ['{ "n": 99.0 }', '{"n":9', '']) {
      await endpointTest.step(`the text ${JSON.stringify(text)} and the value 99`, async () => {
        const before = await paid(page)
        await call(text, { n: 99 })
        await asksAbout(chat, '99')
        await chat.settled()
        await chat.button('Allow once').click()
        await expect(chat.answer).toContainText(/Answer \d+ to/)
        await chat.settled()

        expect(await paid(page)).toEqual([...before, { n: 99 }])
        expect(partsOfLast()).toMatchObject([{ input: { n: 99 }, output: { paid: 99 } }])
        await expect
          .poll(async () => (await storedCalls(visitor))[0])
          .toMatchObject({ result: { paid: 99 } })
        const [row] = await storedCalls(visitor)
        expect(row?.['args'] ?? JSON.parse(String(row?.['argsText']))).toEqual({ n: 99 })
      })
    }

    await endpointTest.step('the text says 1 and the value 99', async () => {
      const before = await paid(page)
      await call('{"n":1}', { n: 99 })
      await expect(chat.answer.getByRole('button', { name: STOPPED })).toBeVisible()
      await expect(chat.answer).toContainText(/Answer \d+ to/)
      await chat.settled()

      await expect(card(chat)).toHaveCount(0)
      expect(await paid(page)).toEqual(before)
      expect(partsOfLast()).toMatchObject([
        { state: 'output-error', errorText: expect.stringContaining('came twice, and differ') },
      ])
      await expect.poll(() => storedCalls(visitor)).toHaveLength(4)
      await reopen(page, chat)
      await expect(chat.answer.getByRole('button', { name: STOPPED })).toBeVisible()
      expect(await paid(page)).toEqual([])
    })
  },
)

/** The service with a model that sends arguments twice: streamed, and complete. */
const test = base.extend({
  alcove: async ({ shared, model }, use) => {
    const env = {
      ALCOVE_MODEL: 'openai/any',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: model.url,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    }
    await use(await shared('alcove with responses', () => startAlcove({ env })))
  },
})

const twice = (text: string, value: string, key: string) =>
  ['twice pay', JSON.stringify(text), JSON.stringify(value)].join(' ') +
  `\nnext\nsay Paid for ${key}`

test('what a model streams and sends whole is one value, after a reload and in two tabs (5.23)', async ({
  page,
  context,
  chat,
  alcove,
  site,
  model,
}, { testId }) => {
  const name = `pay-${testId}`
  const visitor = await openPaying(name, { page, site, alcove })
  await chat.open()
  const other = await context.newPage()
  const otherChat = createChatPage(other)
  /** The calls and results of the model's last request. */
  const told = () => {
    const { input } = model.requests.at(-1)!.body as { input: readonly Record<string, unknown>[] }
    return input.filter(({ type }) => String(type).startsWith('function_call')).slice(-2)
  }

  await test.step('a text that is cut, and 99', async () => {
    await chat.send(twice('{"n":1', '{"n":99}', `${testId}-cut`))
    await asksAbout(chat, '99')
    await chat.settled()
    await reopen(page, chat)
    await asksAbout(chat, '99')
    await other.goto(`/${name}.html`)
    await otherChat.open()
    await asksAbout(otherChat, '99')

    await chat.button('Allow once').click()

    await expect(chat.answer).toContainText('Paid for')
    await chat.settled()
    expect(await paid(page)).toEqual([{ n: 99 }])
    expect(told()).toMatchObject([{ arguments: '{"n":99}' }, { output: '{"paid":99}' }])
    expect(await storedCalls(visitor)).toMatchObject([{ args: { n: 99 }, result: { paid: 99 } }])
    await expect(otherChat.answer).toContainText('Paid for')
    await expect(card(otherChat)).toHaveCount(0)
    expect(await paid(other)).toEqual([])
  })

  await test.step('a text of 1, and 99', async () => {
    await chat.send(twice('{"n":1}', '{"n":99}', `${testId}-other`))
    await expect(chat.answer).toContainText('Paid for')
    await chat.settled()
    expect(await paid(page)).toEqual([{ n: 99 }])

    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      for (const tab of [chat, otherChat]) {
        await expect(tab.answer.getByRole('button', { name: STOPPED })).toBeVisible()
        await expect(card(tab)).toHaveCount(0)
      }
    }
    expect([await paid(page), await paid(other)]).toEqual([[], []])
    expect(JSON.stringify(told())).toContain('came twice, and differ')
    expect((await storedCalls(visitor))[0]).toMatchObject({ isError: true, args: { n: 99 } })
  })
})
