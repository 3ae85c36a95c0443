#!/usr/bin/env bash
# Chromium fires `hashchange` for a link that changes only its text directive, and shows the directive in the event.
#
# Expected: the part of an address behind `:~:` is taken off before scripts see it, so a link to `#:~:text=tea` on the
# same page changes no fragment: `location.hash` stays the same, and no `hashchange` comes.
# What happens: `location` hides the directive, yet `hashchange` fires with the same `location.hash` before and after,
# and its `newURL` has the directive, as has `navigation.currentEntry.url`.
# Versions: Chromium 156 of Debian, playwright-core 1.56.1 on Node 20.
# Why it matters here: a citation that opens a passage of the page it stands on looks to the page's router like a way
# to another view, and whoever logs `newURL` logs the cited words.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund playwright-core@1.56.1
chromium=$(command -v chromium || true)
if [ -z "$chromium" ]; then
  echo 'Install Debian’s chromium first: apt-get install chromium'
  exit 1
fi
cat >check.mjs <<'JS'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const PAGE = `<!doctype html><title>Teas</title><p>green tea</p><p>black tea</p>
<a href="#list">list</a>
<a href="#list:~:text=green%20tea">green</a>
<a href="#list:~:text=black%20tea">black</a>
<script>
  const seen = []
  addEventListener('hashchange', ({ newURL }) => seen.push({ hash: location.hash, newURL }))
</script>`
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(PAGE)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const origin = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.goto(origin)
for (const name of ['list', 'green', 'black']) {
  await page.getByRole('link', { name, exact: true }).click()
  await page.waitForURL(`${origin}/#list`)
  // A turn of the event loop, so that an event of this click has come.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
}
const seen = await page.evaluate(() => seen)
const entry = await page.evaluate(() => navigation.currentEntry.url)
const address = await page.evaluate(() => location.href)
await browser.close()
server.close()
for (const { hash, newURL } of seen) console.log(`hashchange: ${hash}, ${newURL.slice(origin.length)}`)
console.log(`location: ${address.slice(origin.length)}, navigation: ${entry.slice(origin.length)}`)
const isSame =
  seen.map(({ hash }) => hash).join() === '#list,#list,#list' &&
  seen[2].newURL === `${origin}/#list:~:text=black%20tea` &&
  entry === seen[2].newURL &&
  address === `${origin}/#list`
console.log(isSame ? 'As described.' : 'This has changed.')
process.exit(isSame ? 0 : 1)
JS
node check.mjs "$chromium"
