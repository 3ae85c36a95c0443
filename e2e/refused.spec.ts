import { expect, test } from './fixtures.ts'

// Pages on a host name that the service does not allow; the browser maps it to this machine.
test('tells visitors that the chat did not load, and the console what to do about it (D12)', async ({
  page,
  site,
  chat,
}) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`http://shop.test:${site.port}/bare.html`)
  await chat.launcher.click()

  const card = page.getByRole('alert')
  await expect(card).toContainText('The chat did not load.')
  for (const text of [`http://shop.test:${site.port}`, 'ALCOVE_ALLOWED_ORIGINS', 'frame-src']) {
    await expect(card).not.toContainText(text)
    await expect.poll(() => errors.join('\n')).toContain(text)
  }
  await expect.poll(() => errors.join('\n')).toContain('frame_timeout')
  await expect(chat.composer).toHaveCount(0)
})

test(
  'refuses by its own list when no header keeps the frame from running (T01, T10)',
  { tag: '@nightly' },
  async ({ page, site, alcove, chat }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const apiCalls: string[] = []
    page.on('request', (request) => request.url().includes('/v1/') && apiCalls.push(request.url()))
    await page.route(`http://localhost:${alcove.port}/frame`, async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.goto(`http://shop.test:${site.port}/bare.html`)
    await chat.launcher.click()

    await expect(page.getByRole('alert')).toContainText('The chat is not available on this page.')
    await expect.poll(() => errors.join('\n')).toContain('origin_not_allowed')
    await expect.poll(() => errors.join('\n')).toContain('ALCOVE_ALLOWED_ORIGINS')
    expect(apiCalls).toEqual([])

    // Positive control: the same frame without its header runs on an allowed page.
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await chat.open()
  },
)
