import { expect, test } from './fixtures.ts'

// A page on a host name that the service does not allow; the browser maps it to this machine.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP shop.test 127.0.0.1'],
    }),
})

test('says on a page that is not allowed what to do about it', async ({ page, site, chat }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`http://shop.test:${site.port}/bare.html`)
  await chat.launcher.click()

  const card = page.getByRole('alert')
  await expect(card).toContainText(`http://shop.test:${site.port}`, { timeout: 10_000 })
  await expect(card).toContainText('ALCOVE_ALLOWED_ORIGINS')
  await expect(card).toContainText('frame-src')
  expect(errors.some((text) => text.includes('frame_timeout'))).toBe(true)
  await expect(chat.composer).toHaveCount(0)
})

test('refuses by its own list when no header keeps the frame from running', async ({
  page,
  site,
  alcove,
  chat,
}) => {
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

  await expect(page.getByRole('alert')).toContainText('ALCOVE_ALLOWED_ORIGINS')
  await expect.poll(() => errors.some((text) => text.includes('origin_not_allowed'))).toBe(true)
  expect(apiCalls).toEqual([])

  // The positive control: the same frame without its header runs on an allowed page.
  await page.goto(`http://localhost:${site.port}/bare.html`)
  await chat.open()
})
