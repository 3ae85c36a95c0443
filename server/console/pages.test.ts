import { expect, test } from 'vitest'
import { ERROR_STATUSES } from '../routes/handle-error.ts'
import { createTestApp } from '../testing/create-test-app.ts'

test('the page that a console links to has every code, with its cause', async () => {
  const app = await createTestApp()
  const response = await app.request('/help')
  const html = await response.text()
  await app.close()

  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/html; charset=UTF-8',
  ])
  const told = [...html.matchAll(/<h3 id="(\w+)"><code>\1<\/code><\/h3>\n<p>\S/g)]
  expect(new Set(told.map(([, code]) => code))).toEqual(new Set(Object.keys(ERROR_STATUSES)))
  expect(html).toContain('<a href="#frame_timeout"><code>frame_timeout</code></a>')
  expect(html).toMatch(/<ol><li>The page/)
  // Code samples are text: the example of a tag does not run.
  expect(html).toContain('&lt;script')
  expect(html).not.toContain('<script')
  expect(html.replaceAll(/<pre>.*?<\/pre>/gs, '')).not.toMatch(/\]\(|```/)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const aims = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(aims.filter((aim) => !ids.includes(aim))).toEqual([])
})
