import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/bare.html')
})

test('a conversation is streamed, drawn, continued and left', async ({ chat, model, page }) => {
  await chat.open()
  await test.step('streams the answer of a real provider into the log', async () => {
    await chat.send('say Good; hold streamed; json " morning"')
    await expect(chat.log).toContainText('Good')
    await expect(chat.button('Stop')).toBeVisible()

    model.release('streamed')

    await expect(chat.log).toContainText('Good morning')
    await chat.settled()
    await expect(chat.composer).toBeFocused()
  })

  await test.step('a line says at once that an answer is awaited, and the first word takes its place (U18)', async () => {
    await chat.startAnew()
    await chat.composer.fill('headers; hold first-word; say Word')
    const waited = await chat.composer.evaluate(async (field) => {
      const button = field.closest('form')!.querySelector<HTMLElement>('.send-button')!
      const line = () => document.querySelector('.pending-line')
      button.click()
      let frames = 0
      // Nine frames are 150 ms at 60 Hz.
      for (; !line() && frames < 9; frames += 1) {
        await new Promise(requestAnimationFrame)
      }
      return line() !== null
    })
    expect(waited).toBe(true)
    const top = (selector: string) =>
      chat.answer
        .locator(selector)
        .first()
        .evaluate((each) => {
          const message = each.closest('article')!.getBoundingClientRect()
          return each.getBoundingClientRect().top - message.top
        })
    const place = await top('.pending-line')
    model.release('first-word')
    await expect(chat.answer).toContainText('Word')
    await expect(chat.answer.locator('.pending-line')).toHaveCount(0)
    expect(Math.abs((await top('.answer p')) - place)).toBeLessThanOrEqual(1)
    await chat.settled()
  })

  await test.step('nothing that is finished shrinks while an answer grows (U44)', async () => {
    await chat.startAnew()
    await chat.log.evaluate((log) => {
      const seen = { frames: 0, shrunk: [] as string[] }
      Object.assign(window, { seen })
      const heights = new Map<Element, number>()
      let most = 0
      const look = () => {
        const blocks = [...log.querySelectorAll('.md-root > *')]
        if (blocks.length < most) seen.shrunk.push(`${most} blocks became ${blocks.length}`)
        most = Math.max(most, blocks.length)
        // The last block still grows.
        for (const block of blocks.slice(0, -1)) {
          const { height } = block.getBoundingClientRect()
          const before = heights.get(block) ?? 0
          if (height < before - 1) seen.shrunk.push(`${block.className}: ${before} to ${height}`)
          heights.set(block, height)
        }
        seen.frames += 1
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const seen = () =>
      chat.log.evaluate(() => (window as unknown as { seen: { shrunk: string[] } }).seen.shrunk)
    await chat.send('markdown everything 150')
    await chat.settled()
    expect(await chat.log.locator('.md-root > *').count()).toBeGreaterThan(5)
    expect(await seen()).toEqual([])

    // Positive control: a block that shrinks.
    await chat.log
      .locator('.md-root > *')
      .first()
      .evaluate((block: HTMLElement) => (block.style.cssText = 'height:1px;overflow:hidden'))
    await expect.poll(seen).not.toEqual([])
  })

  await test.step('answers a second message with the first one in mind', async () => {
    await chat.startAnew()
    await chat.send('say One')
    await chat.settled()
    await chat.send('echo')

    await expect(chat.answer).toContainText('user: say One')
    await expect(chat.answer).toContainText('assistant: One')
  })

  await test.step('shows reasoning and a tool call as folded lines', async () => {
    await chat.startAnew()
    await chat.send('reason I think about it; say Thought through')
    await chat.settled()

    const reasoning = chat.log.getByRole('button', { name: /Thought/ })
    await expect(reasoning).toHaveAttribute('aria-expanded', 'false')
    await reasoning.click()
    await expect(chat.log).toContainText('I think about it')
  })

  await test.step('starts a new conversation and leaves the old one (U92)', async () => {
    await chat.startAnew()
    await chat.send('say First thread')
    await chat.settled()

    await chat.button('New conversation').click()

    await expect(chat.log.getByRole('article')).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
    await chat.send('echo')
    await expect(chat.log).not.toContainText('First thread')
  })

  await test.step('renders markdown as elements, and again after a reload', async () => {
    await chat.startAnew()
    await chat.send('markdown everything')
    await chat.settled()
    const answer = chat.answer
    await expect(answer.getByRole('table')).toBeVisible()
    // A fresh answer shows the minute of the page's clock, a stored one that of the database, and a minute
    // may end between the two.
    const readWords = async () => (await chat.answer.innerText()).replace(/\d+:\d\d [AP]M/, '')
    const text = await readWords()

    await page.reload()
    await chat.open()

    await expect(chat.answer.getByRole('table')).toBeVisible()
    // The action row may differ between a fresh answer and one from history, but not the text.
    await expect.poll(readWords).toBe(text)
  })
})

test(
  'answers are stopped, fail, and are asked for again',
  { tag: '@nightly' },
  async ({ chat, model, page }) => {
    await chat.open()
    await test.step('stops after the first word: the partial answer stays, also after a reload (4.36, U23)', async () => {
      await chat.send('say Only this; hold never-2; json " and more"')
      await expect(chat.log).toContainText('Only this')
      const request = await model.requestWith('never-2')
      await chat.button('Stop').click()

      await chat.settled()
      expect(await request.closed).toBe('aborted')
      await expect(chat.composer).toBeFocused()
      await expect(chat.log).toContainText('Stopped')
      await page.reload()
      await chat.open()
      await expect(chat.answer).toContainText('Only this')
      await expect(chat.answer).not.toContainText('and more')
    })

    await test.step('shows an error with the partial answer, and a retry that works (4.22)', async () => {
      await chat.startAnew()
      await chat.send('status 500 retry-after=0 times=3; say Fine now')
      const retry = chat.button('Try again')
      await expect(retry).toBeVisible()
      await expect(chat.answer).not.toContainText('Fine now')

      await retry.click()

      await expect(chat.answer).toContainText('Fine now')
      await expect(retry).toBeHidden()
      await expect(chat.log.getByRole('article')).toHaveCount(2)
    })

    await test.step('keeps what came before the provider broke off (R14)', async () => {
      await chat.startAnew()
      await chat.send('say Half an answer; cut')
      await expect(chat.button('Try again')).toBeVisible()
      await expect(chat.log).toContainText('Half an answer')

      await page.reload()
      await chat.open()

      await expect(chat.log).toContainText('Half an answer')
      await expect(chat.button('Try again')).toBeVisible()
    })

    await test.step('shows the typed message at once and empties the composer (U17)', async () => {
      await chat.startAnew()
      await chat.send('wait')

      await expect(chat.log.getByRole('article').first()).toContainText('wait')
      await expect(chat.composer).toHaveValue('')
      await chat.button('Stop').click()
      // Text that was typed before the withdrawn message returned is kept beside it and sent with it.
      await expect(chat.composer).toHaveValue('wait')
    })

    await test.step('stops before the first word: the message goes back into the composer (4.40)', async () => {
      await chat.send('wait 1ms; headers; hold never-1')
      const request = await model.requestWith('never-1')
      await chat.button('Stop').click()

      await expect(chat.composer).toHaveValue('wait 1ms; headers; hold never-1')
      await expect(chat.log.getByRole('article')).toHaveCount(0)
      expect(await request.closed).toBe('aborted')
      await page.reload()
      await chat.open()
      await expect(chat.button('Send')).toBeVisible()
      await expect(chat.log.getByRole('article')).toHaveCount(0)
    })
  },
)

test('goes on when the reader leaves: the answer is there on coming back (R03)', async ({
  chat,
  model,
  page,
}) => {
  await chat.open()
  await chat.send('say Begun; hold left; json " and ended"')
  await expect(chat.log).toContainText('Begun')
  const request = await model.requestWith('hold left')

  await page.goto('about:blank')
  model.release('left')
  expect(await request.closed).toBe('finished')
  await page.goto('/bare.html')
  await chat.open()

  await expect(chat.log).toContainText('Begun and ended')
})

test('parts of the chat that did not come are said, asked for again, and cost no word', async ({
  page,
  chat,
}) => {
  await page.route('**/later-*.js', (route) => route.abort())
  await page.goto('/bare.html')
  await chat.open()
  const said = chat.frame.getByRole('status').getByText('Parts of the chat did not load.')
  await expect(said).toBeVisible()
  await chat.composer.fill('say Whole again')
  await chat.composer.press('Enter')
  await expect(chat.composer).toHaveValue('say Whole again')
  await expect(
    chat.frame.getByText('Your message is sent as soon as the chat is ready.'),
  ).toBeVisible()
  await expect(chat.frame.getByText('The conversation could not be loaded.')).toBeHidden()

  await page.unroute('**/later-*.js')

  await expect(said).toBeHidden()
  await expect(chat.answer).toContainText('Whole again')
  await chat.settled()
})
