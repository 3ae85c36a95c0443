import { expect, test } from './fixtures.ts'

const STUB = `!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")`
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>
<script>${STUB};Alcove('context',{system:'A red chair.',callSettings:{temperature:0.25,stopSequences:['END']}})</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script></body></html>`

test('what the page says before the script has loaded goes out with a message, and counts', async ({
  page,
  site,
  chat,
  model,
}) => {
  site.add('/context.html', { html: PAGE })
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/chat') bodies.push(request.postDataJSON())
  })
  await page.goto('/context.html')
  await chat.open()
  await chat.send('say About the chair')
  await chat.settled()

  await expect
    .poll(() => bodies)
    .toMatchObject([
      { system: 'A red chair.', callSettings: { temperature: 0.25, stopSequences: ['END'] } },
    ])
  const asked = model.requests.find(({ prompt }) => prompt === 'say About the chair')
  expect(asked?.body).toMatchObject({ temperature: 0.25, stop: ['END'] })
  // The operator of this server accepts no instructions of a page.
  expect(JSON.stringify(asked?.body)).not.toContain('A red chair.')
})
