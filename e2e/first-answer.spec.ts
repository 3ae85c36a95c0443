import { expect, test } from './fixtures.ts'

const REQUESTS_UNTIL_USABLE_MAX = 4
const REQUESTS_OF_FIRST_ANSWER_MAX = 4

test('four requests make the composer usable, and four more bring a first answer', async ({
  page,
  chat,
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/frame' || pathname.startsWith('/frame/assets/')) requests.push(pathname)
  })
  const follows = /\/frame\/assets\/(later|markdown)-/
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(follows, async (route) => {
    await released
    await route.continue()
  })

  await page.goto('/bare.html')
  await chat.open()
  await chat.composer.fill('say **Hi**')

  // Typed before the following files have arrived.
  await expect.poll(() => requests).toContain('/frame')
  const first = requests.filter((path) => !follows.test(path))
  expect(first.length).toBeLessThanOrEqual(REQUESTS_UNTIL_USABLE_MAX)

  release()
  await chat.send('say **Hi**')
  await expect(chat.log.locator('strong')).toHaveText('Hi')
  await chat.settled()

  const after = () => requests.filter((path) => !first.includes(path))
  await expect.poll(() => after().length).toBeGreaterThan(1)
  expect(after().length).toBeLessThanOrEqual(REQUESTS_OF_FIRST_ANSWER_MAX)
})
