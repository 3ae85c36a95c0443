#!/usr/bin/env bash
# Firefox reloads an iframe in a shadow root that `moveBefore` moves, and keeps one in the light tree.
#
# Expected: `moveBefore` keeps the state of all that moves with an element. An iframe stays loaded wherever it stands
# in the moved tree: as a child of the element, in its shadow root, or slotted.
# What happens: in Firefox an iframe in the shadow root of the moved element loads anew with each move. The same iframe
# as a child of that element, shown through a slot, is kept. Chromium keeps both.
# Versions: Firefox ESR 153.8 of Debian, puppeteer-core 25.16.0 on Node 20.
# Why it matters here: a widget that follows the page's modal dialogs into the top layer loses its conversation's
# document, and what was typed, with each dialog. Feature detection of `moveBefore` does not tell.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@25.16.0
firefox=$(command -v firefox-esr || true)
if [ -z "$firefox" ]; then
  apt-get --quiet=2 download firefox-esr && dpkg-deb -x firefox-esr_*.deb firefox
  firefox="$work/firefox/usr/lib/firefox-esr/firefox-esr"
fi
cat >check.mjs <<'JS'
import { createServer } from 'node:http'
import puppeteer from 'puppeteer-core'

const PAGE = `<!doctype html><title>Page</title><main></main><dialog></dialog><script>
  const loads = { shadow: 0, slotted: 0 }
  const iframeOf = (kind) => {
    const iframe = document.createElement('iframe')
    iframe.onload = () => (loads[kind] += 1)
    iframe.src = '/inner'
    return iframe
  }
  function add(kind) {
    const host = document.createElement('x-' + kind)
    const root = host.attachShadow({ mode: 'open' })
    document.querySelector('main').append(host)
    if (kind === 'shadow') root.append(iframeOf(kind))
    else {
      root.append(document.createElement('slot'))
      host.append(iframeOf(kind))
    }
    return host
  }
  const hosts = ['shadow', 'slotted'].map(add)
  function move(into) {
    for (const host of hosts) document.querySelector(into).moveBefore(host, null)
  }
</script>`

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(request.url === '/inner' ? '<!doctype html><title>Inner</title>' : PAGE)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.argv[2],
  headless: true,
})
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  const read = () => page.evaluate(() => ({ ...loads }))
  const waitForLoads = async () => {
    for (let before = ''; ; ) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const now = JSON.stringify(await read())
      if (now === before) return
      before = now
    }
  }
  await page.waitForFunction(() => loads.shadow > 0 && loads.slotted > 0)
  const before = await read()
  for (const into of ['dialog', 'main', 'dialog', 'main']) {
    await page.evaluate((place) => move(place), into)
    await waitForLoads()
  }
  const after = await read()
  console.log(`${await browser.version()}, loads after four moves`)
  console.log(`iframe in the shadow root: ${before.shadow} before, ${after.shadow} after`)
  console.log(`iframe in a slot: ${before.slotted} before, ${after.slotted} after`)
  process.exitCode = after.shadow > before.shadow && after.slotted === before.slotted ? 0 : 1
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
}
JS
timeout 120 node check.mjs "$firefox"
