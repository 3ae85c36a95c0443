import { startAlcove } from './alcove-server.ts'
import { expect, test } from './fixtures.ts'
import { startHostSite } from './host-site.ts'
import { answers, reopen } from './messages.ts'
import { scanAccessibility } from './scan-accessibility.ts'

test('a model that asks to be left alone is counted down for, and then answers', async ({
  page,
  chat,
}, { testId }) => {
  await page.goto('/bare.html')
  await chat.open()
  await chat.send(`status 429 retry-after=3 times=1; say Fine ${testId}`)

  await expect(answers(chat).last()).toContainText(
    /The model is busy\. It is asked again in [1-3]s\./,
  )
  expect(await scanAccessibility(page)).toEqual([])
  await chat.settled()
  await expect(answers(chat).last()).toContainText(`Fine ${testId}`)
})

test(
  'an answer of which nothing comes is said to take longer, until its first word',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    await page.clock.install()
    await page.goto('/bare.html')
    await chat.open()
    // An empty first word, so that the model has begun.
    await chat.send(`json ""; hold ${testId}; say Late`)
    await model.requestWith(testId)
    const line = chat.frame.getByText('This takes longer than usual…')

    await page.clock.runFor(9_000)
    await expect(chat.frame.getByText('Thinking…', { exact: true }).first()).toBeVisible()
    await expect(line).toHaveCount(0)
    await page.clock.runFor(2_000)
    await expect(line.first()).toBeVisible()
    expect(await scanAccessibility(page)).toEqual([])

    model.release(testId)
    await expect(chat.answer).toContainText('Late')
    await expect(answers(chat).last().getByText('This takes longer than usual…')).toHaveCount(0)
  },
)

test(
  'a model that sends no byte may still be starting, and is said to be until it does',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    await page.goto('/bare.html')
    await chat.open()
    await chat.send(`hold ${testId}; say Up`)
    const line = chat.frame.getByText(
      'The model has not begun to answer yet. It may still be starting.',
    )

    await expect(line.first()).toBeVisible()
    expect(await scanAccessibility(page)).toEqual([])
    model.release(testId)
    await expect(chat.answer).toContainText('Up')
    await expect(answers(chat).last().getByText('It may still be starting.')).toHaveCount(0)
  },
)

test(
  'a day whose answers are used up says so in words, keeps the message',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    const limits = JSON.stringify({ modelCallsPerProjectPerDay: 1 })
    const alcove = await startAlcove({ env: { ...env, ALCOVE_LIMITS: limits } })
    const site = await startHostSite(`http://localhost:${alcove.port}`)
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await chat.open()
    await chat.send(`say One ${testId}`)
    await chat.settled()

    await chat.send(`say Two ${testId}`)
    const alert = chat.frame.getByText('There are no more answers today. Try again tomorrow.')
    await expect(alert.first()).toBeVisible()
    await expect(chat.log.getByText(`say Two ${testId}`)).toBeVisible()
    expect(await scanAccessibility(page)).toEqual([])
    await reopen(page, chat)
    await expect(chat.log.getByText(`say Two ${testId}`)).toBeVisible()
    expect(model.requests.filter(({ prompt }) => prompt === `say Two ${testId}`)).toEqual([])
    await site.stop()
    await alcove.stop()
  },
)
