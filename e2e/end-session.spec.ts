import { callChat } from './call-chat.ts'
import { expect, test } from './reading-site.ts'
import { addTagPage } from './tag-page.ts'

/** The visitor's refresh token in the frame's storage. */
function readRefreshToken(): { readonly address: string; readonly token: string } {
  const prefix = 'aui:refresh_token:'
  const key = Object.keys(localStorage).find((each) => each.startsWith(prefix)) ?? ''
  const { token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { token: string }
  return { address: key.slice(prefix.length), token }
}

test('a visitor who logs out has no session at the server, by a call that a closing tab sends too', async ({
  page,
  chat,
  site,
  request,
}) => {
  addTagPage(site, '/leaves.html', '')
  await page.goto('/leaves.html')
  await chat.open()
  await chat.send('say Hello')
  await chat.settled()
  const { address, token } = await page.frames().at(-1)!.evaluate(readRefreshToken)
  const revoking = page.waitForResponse((response) => response.url().endsWith('/tokens/revoke'))

  await callChat(page, 'logout')

  const revoked = await revoking
  // A beacon, because Firefox loses a fetch with `keepalive` in the frame of a closing tab.
  expect(revoked.request().resourceType()).toBe('ping')
  expect(revoked.status()).toBe(204)
  const refresh = (refreshToken: string) =>
    request.post(`${address}/v1/auth/tokens/refresh`, { data: { refresh_token: refreshToken } })
  expect((await refresh(token)).status()).toBe(401)
  const another = await request.post(`${address}/v1/auth/tokens/anonymous`)
  const { refresh_token } = (await another.json()) as { refresh_token: { token: string } }
  expect((await refresh(refresh_token.token)).status()).toBe(200)
})
