import { startChatEndpoint } from './chat-endpoint.ts'
import { test, type EndpointWorld } from './endpoint-world.ts'
import { expect } from './fixtures.ts'
import { action, answers, questions, reopen } from './messages.ts'
import { visit, type Visitor } from './visitor.ts'

/** Calls with this test's words. */
const callsOf = ({ endpoint }: EndpointWorld, words: string) =>
  endpoint.calls.filter(({ body }) => JSON.stringify(body).includes(words))

/** Waits until the frame has stored the site's answer, which a reload needs. */
const stored = (visitor: Visitor, count: number) =>
  expect.poll(() => visitor.rows()).toHaveLength(count)

test('the site answers, and is rated', async ({ page, world, chat, model }, { testId }) => {
  const visitor = await visit(`endpoint-${testId}`, { page, ...world })
  await chat.open()
  await test.step('the site answers, and the conversation is there after a reload', async () => {
    const errors: string[] = []
    page.on('console', (message) => {
      // The host page has no icon.
      if (message.location().url.endsWith('/favicon.ico')) return
      if (message.type() === 'error') errors.push(message.text())
    })
    await chat.send(`Hello ${testId}`)
    await chat.settled()
    await chat.send('Again')
    await chat.settled()

    for (const isAfterReload of [false, true]) {
      await stored(visitor, 4)
      if (isAfterReload) await reopen(page, chat)
      await expect(chat.log.getByRole('article')).toHaveCount(4)
      await expect(answers(chat).first()).toContainText(`to Hello ${testId} of 1`)
      await expect(answers(chat).last()).toContainText('to Again of 3')
      await expect(
        answers(chat)
          .first()
          .getByRole('button', { name: /^Thought/ }),
      ).toBeVisible()
      const sources = answers(chat).first().getByRole('list', { name: 'Sources' })
      await expect(sources.getByRole('link')).toHaveAttribute('href', 'https://site.example/help')
    }
    const [first] = callsOf(world, testId)
    expect(first?.headers['authorization']).toBeUndefined()
    expect(first?.headers['cookie']).toBeUndefined()
    expect(first?.body.trigger).toBe('submit-message')
    expect(model.requests.filter(({ prompt }) => prompt === `Hello ${testId}`)).toEqual([])
    expect(errors).toEqual([])
  })

  await test.step('feedback is saved for an answer of the site', async () => {
    await chat.startAnew()
    await chat.send(`Rate me ${testId}-rated`)
    await chat.settled()
    const answer = answers(chat).first()
    // The part above the button loads with the first answer that contains it.
    await expect(answer.getByRole('link', { name: 'Help' })).toBeVisible()
    const good = action(answer, 'Good answer')
    const saved = page.waitForResponse(/\/feedback$/)
    await good.click()
    expect((await saved).status()).toBe(200)
    await reopen(page, chat)
    await expect(good).toHaveAttribute('aria-pressed', 'true')
  })
})

test(
  'pictures and branches of what the site answers are there after a reload',
  { tag: '@nightly' },
  async ({ page, world, chat }, { testId }) => {
    const visitor = await visit(`endpoint-${testId}`, { page, ...world })
    await chat.open()
    await test.step('a picture of an answer is shown, opens, and is there after a reload', async () => {
      await chat.send('draw')
      await chat.settled()

      for (const isAfterReload of [false, true]) {
        await stored(visitor, 2)
        if (isAfterReload) await reopen(page, chat)
        const picture = answers(chat)
          .first()
          .getByRole('button', { name: /^Enlarge/ })
        await expect(picture).toBeVisible()
        await picture.click()
        await expect(chat.frame.getByRole('dialog').getByRole('img')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(chat.frame.getByRole('dialog')).toHaveCount(0)
      }
    })

    await test.step('an edit and an answer made again are branches, also after a reload', async () => {
      await chat.startAnew()
      const [question, answer] = [questions(chat).first(), answers(chat).first()]
      await chat.send(`First ${testId}-branches`)
      await chat.settled()
      const old = await answer.innerText()

      await action(answer, 'Answer again').click()
      await expect(action(answer, 'Next version')).toHaveAccessibleDescription(/^2 of 2\b/)
      await chat.settled()
      expect(callsOf(world, testId).at(-1)?.body.trigger).toBe('regenerate-message')
      await action(answer, 'Previous version').click()
      await expect
        .poll(() => answer.innerText())
        .toContain(old.split('\n').find((line) => line.startsWith('Answer')))
      await action(answer, 'Next version').click()

      await action(question, 'Edit').click()
      const field = question.getByRole('textbox', { name: 'Edit your message' })
      await field.fill(`Second ${testId}-branches`)
      await field.press('Enter')
      await expect(answer).toContainText(`to Second ${testId}-branches of 1`)
      await chat.settled()
      await stored(visitor, 7)

      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expect(answer).toContainText(`to Second ${testId}-branches of 1`)
        await action(question, 'Previous version').click()
        await expect(answer).toContainText(`to First ${testId}-branches of 1`)
        await expect(action(answer, 'Next version')).toHaveAccessibleDescription(/^\d of 2\b/)
        await action(question, 'Next version').click()
      }
    })
  },
)

test(
  'the site refuses, breaks off, and is left',
  { tag: '@nightly' },
  async ({ page, world, chat }, { testId }) => {
    const visitor = await visit(`endpoint-${testId}`, { page, ...world })
    await chat.open()
    await test.step('what the site refuses is shown in its words, and can be asked again', async () => {
      await chat.send('refuse')
      const answer = answers(chat).first()
      await expect(answer).toContainText('Closed for today.')
      await stored(visitor, 2)
      await reopen(page, chat)
      await expect(answer).toContainText('Closed for today.')

      const count = world.endpoint.calls.length
      await action(answer, 'Try again').click()
      await expect.poll(() => world.endpoint.calls.length).toBe(count + 1)
      await expect(answer).toContainText('Closed for today.')
      await expect(chat.log.getByRole('article')).toHaveCount(2)
    })

    await test.step('an answer that breaks off keeps its words, also after a reload', async () => {
      await chat.startAnew()
      await chat.send('break')
      for (const isAfterReload of [false, true]) {
        await stored(visitor, 5)
        if (isAfterReload) await reopen(page, chat)
        await expect(answers(chat).first()).toContainText('to break of 1')
        await expect(answers(chat).first()).toContainText('The site broke.')
        await expect(chat.button('Try again')).toBeVisible()
      }
    })

    await test.step('a stop leaves the site at once, and the half answer stays', async () => {
      await chat.startAnew()
      await chat.send('wait')
      await expect(answers(chat).first()).toContainText('to wait of 1')
      await chat.button('Stop').click()
      await chat.settled()
      await world.endpoint.calls.at(-1)?.left

      for (const isAfterReload of [false, true]) {
        await stored(visitor, 7)
        if (isAfterReload) await reopen(page, chat)
        await expect(answers(chat).first()).toContainText('to wait of 1')
        await expect(answers(chat).first()).toContainText('Stopped')
      }
    })
  },
)

test(
  'the frame may call the site and no other server',
  { tag: '@nightly' },
  async ({ page, world, chat }) => {
    const { port } = world.alcove
    const answer = await fetch(`http://localhost:${port}/frame`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const connect = policy.split(';').find((rule) => rule.trim().startsWith('connect-src'))
    expect(connect?.split(' ').filter((source) => source.startsWith('http'))).toEqual([
      new URL(world.endpoint.url).origin,
    ])

    const other = await startChatEndpoint(() => '*')
    await page.goto(`http://localhost:${world.site.port}/bare.html`)
    await chat.open()
    const frame = page.frames().find((each) => each.url().includes('/frame'))!
    const reach = (url: string) =>
      frame.evaluate(
        (to) =>
          fetch(to, { method: 'POST', body: '{"messages":[]}' }).then(
            () => 'reached',
            () => 'refused',
          ),
        url,
      )
    expect(await reach(world.endpoint.url)).toBe('reached')
    expect(await reach(other.url)).toBe('refused')
    await other.stop()
  },
)
