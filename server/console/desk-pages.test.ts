import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

let alcove: TestApp
afterEach(() => alcove.close())

const get = async (url: string) => {
  const response = await alcove.request(url)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('the app answers at /desk and at each path below that is no file, and stands in no frame', async () => {
  alcove = await createTestApp()
  for (const path of ['/desk', '/desk/', '/desk/sign-in', '/desk/shop/conversations']) {
    const { status, text, headers } = await get(`http://localhost${path}`)
    expect([status, text]).toEqual([200, expect.stringContaining('<title>Desk</title>')])
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cache-Control')).toBe('no-cache')
    expect(headers.get('Set-Cookie')).toBeNull()
    const policy = (headers.get('Content-Security-Policy') ?? '').split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'none'")
    expect(policy.join()).not.toMatch(/unsafe|\*|http/)
  }
  const file = await get('http://localhost/desk/assets/desk-a1b2.js')
  expect([file.status, file.text]).toEqual([200, 'desk()'])
  expect(file.headers.get('Cache-Control')).toContain('immutable')
  // A document in place of a script that is gone would be kept as one.
  expect((await get('http://localhost/desk/assets/old.js')).status).toBe(404)
  expect((await get('http://localhost/desk/api/nothing')).status).toBe(404)
})

test.each([
  ['http://127.0.0.1:8787', 200, false],
  ['http://localhost:8787', 200, false],
  ['http://192.0.2.7:8787', 403, true],
])('%s answers %d, since others need https', async (origin, status, needsHttps) => {
  alcove = await createTestApp()
  const page = await get(`${origin}/desk`)
  const call = await get(`${origin}/desk/api/sign-in`)
  expect([page.status, call.status]).toEqual([status, status])
  const tells = [page, call].map(({ text }) => text.includes('needs https'))
  expect(tells).toEqual([needsHttps, needsHttps])
})

test('a desk of another host may embed the chat alone, and one of the same host nothing', async () => {
  const [desk, chat] = ['https://desk.shop.example', 'https://chat.shop.example']
  alcove = await createTestApp({ env: { ALCOVE_DESK_URL: desk, ALCOVE_PUBLIC_URL: chat } })
  const policyOf = async (url: string) =>
    (await get(url)).headers.get('Content-Security-Policy')?.split('; ')
  expect(await policyOf(`${desk}/desk/shop/settings`)).toContain(`frame-src ${chat}`)
  expect((await policyOf(`${desk}/desk/assets/desk-a1b2.js`))?.join()).not.toContain('frame-src')
  // The frame is the chat's, and the desk's host does not have it.
  expect((await get(`${desk}/p/default/preview/default.s.1.1.x/frame`)).status).toBe(404)
  expect((await get(`${chat}/p/default/preview/default.s.1.1.x/frame`)).status).toBe(200)
  await alcove.close()

  alcove = await createTestApp({ env: { ALCOVE_PUBLIC_URL: chat } })
  expect((await policyOf(`${chat}/desk`))?.join()).not.toContain('frame-src')
})
