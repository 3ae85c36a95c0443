import type { Page } from '@playwright/test'
import { callChat } from './call-chat.ts'
import { expect, test } from './fixtures.ts'

interface Facts {
  readonly event: string
  readonly id: number
  readonly at: number
  readonly instance: string
}

/** Records events of the page by name, without times and fields that all events share. */
async function hear(page: Page) {
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    for (const name of [
      'thread:change',
      'message:sent',
      'response:start',
      'response:end',
      'unread',
    ] as const)
      void window.Alcove!('on', name, ({ event, id, at, instance, ...detail }: Facts) => {
        const { ms } = detail as { ms?: number }
        const isWhole = event === name && id > 0 && at > 0 && instance === 'default'
        heard.push([isWhole && name, { ...detail, ...(ms === undefined ? {} : { ms: typeof ms }) }])
      })
  })
  return () => page.evaluate(() => (window as unknown as { heard: [string, object][] }).heard)
}

test('a page prefills, begins, shows and stops conversations, and hears of them (D08)', async ({
  page,
  chat,
}) => {
  await page.goto('/bare.html')
  await expect(chat.launcher).toBeVisible()
  const heard = await hear(page)

  await test.step('words that the page puts there wait for the person, behind a closed panel', async () => {
    expect(await callChat(page, 'setComposer', 'say From the page')).toBe(true)
    await expect(chat.launcher).toHaveAttribute('aria-expanded', 'false')
    await chat.open()
    await expect(chat.composer).toHaveValue('say From the page')
    expect(await callChat(page, 'setComposer', 'say Something else')).toBe(true)
    await expect(chat.composer).toHaveValue('say Something else')
  })

  await test.step('typed text is never overwritten', async () => {
    await chat.composer.fill('say Mine')
    expect(await callChat(page, 'setComposer', 'say Yours')).toBe(false)
    expect(await callChat(page, 'setComposer', null)).toBe(false)
    await expect(chat.composer).toHaveValue('say Mine')
  })

  await test.step('the page hears that a message went out and was answered, without a word of it', async () => {
    await chat.composer.press('Enter')
    await expect(chat.answer).toContainText('Mine')
    await chat.settled()
    await expect.poll(async () => (await heard()).map(([name]) => name)).toContain('response:end')
    const events = await heard()
    const threadId = events.flatMap(
      ([, detail]) => (detail as { threadId?: string }).threadId ?? [],
    )[0]
    expect(threadId).toBeTruthy()
    expect(events.filter(([name]) => name === 'message:sent')).toEqual([
      [
        'message:sent',
        {
          // The conversation was new to the server.
          threadId: null,
          messageId: expect.any(String),
          length: 8,
          attachments: 0,
        },
      ],
    ])
    expect(events.at(-1)).toEqual(['response:end', { threadId, ms: 'number', outcome: 'complete' }])
    expect(JSON.stringify(events)).not.toContain('Mine')
  })

  await test.step('it begins another conversation, and shows the first one again', async () => {
    const [, { threadId }] = (await heard()).at(-1) as [string, { threadId: string }]
    await callChat(page, 'newThread')
    await expect(chat.log.getByRole('article')).toHaveCount(0)
    expect(await callChat(page, 'openThread', 'thread_nobody')).toMatch(/^not_found/)
    await callChat(page, 'openThread', threadId)
    await expect(chat.answer).toContainText('Mine')
    await expect.poll(async () => (await heard()).at(-1)).toEqual(['thread:change', { threadId }])
  })

  await test.step('it stops an answer, once', async () => {
    expect(await callChat(page, 'stop')).toBe(false)
    await chat.send('say Begun; wait 30s; say never')
    await expect(chat.answer).toContainText('Begun')
    expect(await callChat(page, 'stop')).toBe(true)
    await chat.settled()
    await expect
      .poll(async () => (await heard()).at(-1))
      .toMatchObject(['response:end', { outcome: 'stopped' }])
  })

  await test.step('it hides the chat and shows it again (U103)', async () => {
    await callChat(page, 'hide')
    await expect(page.locator('#launcher')).toBeHidden()
    await expect(chat.composer).toBeHidden()
    await callChat(page, 'show')
    await expect(chat.composer).toBeVisible()
  })

  await test.step('unknown commands and invalid arguments reject with a text', async () => {
    expect(await callChat(page, 'setComposr', 'x')).toBe(
      'call_unknown: there is no command setComposr; did you mean setComposer?',
    )
    expect(await callChat(page, 'setComposer', 7)).toMatch(
      /^invalid_request: setComposer: expected a text/,
    )
    expect(await callChat(page, 'openThread')).toMatch(
      /^invalid_request: openThread: expected the id/,
    )
  })
})
