import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readProjectLook } from './project-look.ts'

/** A service whose frames contain these pages. */
async function serve(pages: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200).end(page ?? 'nothing')
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads what the owner of a project said', async () => {
  const config = '{&quot;look&quot;:{&quot;name&quot;:&quot;&lt;Pip &amp;amp; Co&#39;s&gt;&quot;}}'
  const origin = await serve({
    '/frame': '<meta name="alcove" content="{&quot;project&quot;:&quot;default&quot;}">',
    '/p/shop/frame': `<meta name="alcove" content="${config}">`,
  })

  expect(await readProjectLook(origin, 'shop')).toEqual({ name: "<Pip &amp; Co's>" })
  expect(await readProjectLook(origin, 'default')).toEqual({})
  expect(await readProjectLook(origin, 'nobody')).toBeUndefined()
})
