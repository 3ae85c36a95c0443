import { expect, HOST_SECRET, test } from './fixtures.ts'
import { startAlcove } from './alcove-server.ts'
import { startHostSite } from './host-site.ts'
import { action, answers, holdChatCalls, questions, reopen, stopHeld } from './messages.ts'
import { visit } from './visitor.ts'

test('answers are stopped early and late', async ({ page, alcove, site, chat, model }, {
  testId,
}) => {
  const visitor = await visit(`stops-${testId}`, { page, site, alcove })
  await chat.open()
  await test.step('a stop before the first word leaves nothing on the server, and the words in the field (U24)', async () => {
    const script = `headers; hold ${testId}-first`
    await chat.send(script)
    const request = await model.requestWith(`${testId}-first`)
    // Positive control: the server has the message.
    await expect.poll(async () => (await visitor.rows()).length).toBeGreaterThan(0)

    await chat.button('Stop').click()

    await expect(chat.composer).toHaveValue(script)
    await expect(chat.composer).toBeFocused()
    await expect(chat.log.getByRole('article')).toHaveCount(0)
    expect(await request.closed).toBe('aborted')
    await expect.poll(() => visitor.rows()).toEqual([])
    await reopen(page, chat)
    await expect(chat.composer).toHaveValue(script)
    await expect(chat.log.getByRole('article')).toHaveCount(0)
  })

  await test.step('a stop in the middle keeps what came, on the server too (U23)', async () => {
    await chat.send(`say Only this; hold ${testId}-middle; json " and more"`)
    await expect(chat.answer).toContainText('Only this')
    await chat.composer.press('Escape')
    await chat.settled()

    await expect(chat.composer).toHaveValue('')
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      await expect(answers(chat).first()).toContainText('Only this')
      await expect(answers(chat).first()).toContainText('Stopped')
      await expect(action(answers(chat).first(), 'Try again')).toBeVisible()
    }
    const [row] = await visitor.rows()
    expect(row?.content).toMatchObject({ status: { type: 'incomplete', reason: 'cancelled' } })
  })

  await test.step('a stop before the call has left the browser sends nothing', async () => {
    await chat.startAnew()
    const before = (await visitor.rows()).length
    await chat.send('say One')
    await chat.settled()
    const gate = await holdChatCalls(page)
    await chat.composer.fill('say Two')
    await chat.composer.press('Enter')
    await stopHeld(page, chat, gate)
    gate.open()

    await expect(chat.composer).toHaveValue('say Two')
    await expect(chat.log.getByRole('article')).toHaveCount(2)
    await expect.poll(async () => (await visitor.rows()).length).toBe(before + 2)
  })

  await test.step('text that is typed while an answer is stopped is kept (U24)', async () => {
    await chat.startAnew()
    await chat.send(`headers; hold ${testId}-typed`)
    await model.requestWith(`${testId}-typed`)
    await chat.composer.fill('another thought')
    await chat.button('Stop').click()

    await expect(chat.log.getByRole('article')).toHaveCount(0)
    await expect(chat.composer).toHaveValue('another thought')
  })
})

test('answers that fail are asked for again', { tag: '@nightly' }, async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
  await test.step('an error in the middle keeps the words, says why, and a retry answers beside it (U36, U37)', async () => {
    const answer = answers(chat).first()
    await chat.send('say Half an answer; error It broke')
    await expect(answer).toContainText('Half an answer')
    await expect(answer).toContainText('The answer stopped before it was finished.')
    await expect(action(answer, 'Copy details')).toBeVisible()

    await reopen(page, chat)
    await expect(answer).toContainText('Half an answer')
    await expect(answer).toContainText('The answer stopped before it was finished.')
    await action(answer, 'Try again').click()
    await chat.settled()

    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      await expect(chat.log.getByRole('article')).toHaveCount(2)
      await expect(action(answer, 'Next version')).toHaveAccessibleDescription(/^2 of 2\b/)
      await action(answer, 'Previous version').click()
      await expect(answer).toContainText('Half an answer')
      await action(answer, 'Next version').click()
    }
  })

  await test.step('a provider that is asked too often shows as a failed answer', async () => {
    await chat.startAnew()
    const answer = answers(chat).first()
    await chat.send('status 429 retry-after=0 times=3; say Fine now')
    await expect(answer).toContainText('There is no answer yet.')
    await expect(answer).toContainText('The model has too many requests at the moment.')

    await action(answer, 'Try again').click()

    await expect(answer).toContainText('Fine now')
    await expect(chat.log.getByRole('article')).toHaveCount(2)
  })
})

test(
  'too many messages are refused with the time that is left, and then one is taken (U34)',
  { tag: '@nightly' },
  async ({ page, model, chat }) => {
    const alcove = await startAlcove({
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_HOST_SECRET: HOST_SECRET,
        ALCOVE_LIMITS: '{"runsPerAnonymousUserPerMinute":2}',
      },
    })
    const site = await startHostSite(`http://localhost:${alcove.port}`)
    await page.clock.install()
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await chat.open()
    for (const word of ['One', 'Two']) {
      await chat.send(`say ${word}`)
      await chat.settled()
    }
    await chat.send('say Three')

    const refused = questions(chat).last()
    await expect(refused).toContainText('Not sent')
    const countdown = refused.getByText(/Try again in \d+/)
    await expect(countdown).toBeVisible()
    const before = await countdown.innerText()
    await page.clock.runFor(2_000)
    await expect(countdown).not.toHaveText(before)
    // Only the browser's clock advances: the server refuses what the page sends by itself, and leaves the next try to
    // the person.
    const sentAgain = page.waitForResponse(/\/v1\/chat$/)
    await page.clock.runFor(60_000)
    await sentAgain
    const laterText = () => page.clock.runFor(5_000).then(() => refused.textContent())
    await expect.poll(laterText).toContain('You can try again now.')

    await action(refused, 'Try again').click()
    await expect(countdown).toBeVisible()
    await expect(refused).toContainText('Not sent')
    await site.stop()
    await alcove.stop()
  },
)

test(
  'an answer is rated',
  { tag: '@nightly' },
  async ({ page, alcove, site, chat }, { testId }) => {
    await test.step('feedback is given, changed and taken back, and shown after a reload (U70)', async () => {
      const visitor = await visit(`feedback-${testId}`, { page, site, alcove })
      await chat.open()
      await chat.send('say Rated')
      await chat.settled()
      const answer = answers(chat).first()
      const [good, bad] = [action(answer, 'Good answer'), action(answer, 'Bad answer')]

      async function expectPressed(isGood: boolean, isBad: boolean) {
        await expect(good).toHaveAttribute('aria-pressed', String(isGood))
        await expect(bad).toHaveAttribute('aria-pressed', String(isBad))
      }
      const given = async () => (await visitor.rows())[0]?.content.metadata?.submittedFeedback

      await expectPressed(false, false)
      await good.click()
      await expectPressed(true, false)
      await expect.poll(given).toMatchObject({ type: 'positive' })
      await reopen(page, chat)
      await expectPressed(true, false)

      await bad.click()
      await expectPressed(false, true)
      await expect.poll(given).toMatchObject({ type: 'negative' })
      const reasons = chat.frame.getByRole('group', { name: 'What was wrong?' })
      await expect(reasons.getByRole('button', { name: 'Send' })).toBeDisabled()
      await reasons.getByRole('button', { name: 'Not helpful' }).click()
      await reasons.getByRole('textbox', { name: 'More about it' }).fill('It was about tea.')
      const saved = page.waitForResponse(/\/feedback$/)
      await reasons.getByRole('button', { name: 'Send' }).click()
      await expect(reasons).toHaveCount(0)
      await expect(bad).toBeFocused()
      expect(await (await saved).json()).toMatchObject({
        type: 'negative',
        comment: 'Not helpful\nIt was about tea.',
      })
      await reopen(page, chat)
      await expectPressed(false, true)

      await bad.click()
      await expectPressed(false, false)
      await expect.poll(given).toBeUndefined()
      await reopen(page, chat)
      await expectPressed(false, false)
    })

    await test.step('feedback that cannot be saved is given back, with a word about it', async () => {
      await chat.startAnew()
      await chat.send('say Rated')
      await chat.settled()
      await page.route(/\/v1\/.*(feedback|scores)/, (route) =>
        route.fulfill({ status: 500, json: { message: 'No' } }),
      )
      const good = action(answers(chat).first(), 'Good answer')
      await good.click()

      await expect(chat.frame.getByText('Your feedback could not be saved.').first()).toBeVisible()
      await expect(good).toHaveAttribute('aria-pressed', 'false')
    })
  },
)

test.describe('with a clipboard', () => {
  test.beforeEach(async ({ context, page, chat }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/bare.html')
    await chat.open()
  })

  test('messages are copied, whole and in part', { tag: '@nightly' }, async ({ page, chat }) => {
    await test.step('a question is copied as it was typed', async () => {
      await chat.send('say **Not** bold')
      await chat.settled()
      await action(questions(chat).first(), 'Copy').click()

      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe('say **Not** bold')
    })

    await test.step('an answer is copied as its markdown and as a clean document (U64)', async () => {
      await chat.startAnew()
      await chat.send('markdown everything')
      await chat.settled()
      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        // The table can be copied once the answer is rendered; before, it is plain text.
        await expect(answers(chat).first().getByRole('table')).toBeVisible()
        await page.evaluate(() => navigator.clipboard.writeText(''))
        await action(answers(chat).first(), 'Copy').click()
        await expect(answers(chat).first().locator('[data-state=copied]')).toBeVisible()

        const { text, html } = await page.evaluate(async () => {
          const [item] = await navigator.clipboard.read()
          const read = async (type: string) => (await item!.getType(type)).text()
          return { text: await read('text/plain'), html: await read('text/html') }
        })
        expect(text).toContain('|')
        expect(text).toMatch(/^#+ /m)
        expect(html).toContain('<table')
        expect(html).not.toMatch(/ (class|data-[a-z]+|id|aria-[a-z]+)=/)
        expect(html).not.toContain('<button')
      }
    })

    for (const isLate of [false, true]) {
      const when = isLate ? ', before what cleans copies has come' : ''
      await test.step(`a selection over messages is copied without the words of buttons${when} (U65)`, async () => {
        await chat.startAnew()
        if (isLate) {
          await page.route('**/message-keeper-*', (route) => route.abort())
          await page.reload()
          await chat.open()
        }
        await chat.send('say First words')
        await chat.settled()
        await chat.send('json "Second words\\n\\n```js\\nlet x = 1\\n```"')
        await chat.settled()
        await chat.log.evaluate((log) => {
          const range = document.createRange()
          range.selectNodeContents(log)
          const selection = getSelection()!
          selection.removeAllRanges()
          selection.addRange(range)
        })
        await chat.log.focus()
        await page.keyboard.press('ControlOrMeta+c')

        const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
        await expect.poll(readClipboard).toContain('let x = 1')
        const text = await readClipboard()
        for (const words of ['say First words', 'First words', 'Second words', 'let x = 1']) {
          expect(text).toContain(words)
        }
        for (const label of ['Copy', 'You said', 'Assistant said', 'Answer again']) {
          expect(text).not.toContain(label)
        }
      })
    }
  })
})

test(
  'reasoning is one folded line with its time, also after a reload',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
    await chat.send('reason I think about it; wait 1200ms; reason  and on; say Thought through')
    await chat.settled()
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      const line = answers(chat)
        .first()
        .getByRole('button', { name: /^Thought for 1/ })
      const thought = answers(chat).first().getByText('I think about it')
      await expect(line).toHaveAttribute('aria-expanded', 'false')
      await expect(thought).toBeHidden()
      await line.click()
      await expect(line).toHaveAttribute('aria-expanded', 'true')
      await expect(thought).toBeVisible()
    }
  },
)
