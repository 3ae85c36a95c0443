#!/usr/bin/env bash
# Firefox scrolls the page to its top when a block in an inline child of `html` is hidden.
#
# Expected: an element with `display: none` leaves the layout, and the page stays where its reader scrolled it. The
# element is fixed or empty here, so nothing moves.
# What happens: a custom element that a script adds to `html`, beside `body`, is inline, as unknown elements are. When
# a block in it is hidden, Firefox builds the boxes of the whole document again, and `scrollY` is 0 afterwards, without
# a `scroll` event. With `display: block` on the element, or with the element in `body`, the page keeps its place.
# Chromium keeps it in all three.
# Versions: Firefox ESR 153.8 and Chromium 156 of Debian, puppeteer-core 25.16.0 on Node 20.
# Why it matters here: widgets add their element to `html`, so that scripts that replace `body` leave it alone, and
# `all: initial` on it makes it inline. The reader of a long page then loses the place for no visible reason.
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
import puppeteer from 'puppeteer-core'

const PAGE = '<!doctype html><title>Page</title><style>main { height: 3000px }</style><main>Text</main>'

/** Hides a block in an element that was added to the scrolled page, and returns where the page stands. */
async function hideBlock({ parent, display }) {
  const painted = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  scrollTo(0, 600)
  const host = document.createElement('x-widget')
  host.style.display = display
  const block = document.createElement('div')
  host.append(block)
  document.querySelector(parent).append(host)
  await painted()
  block.style.display = 'none'
  await painted()
  return scrollY
}

const CASES = [
  { parent: 'html', display: 'inline' },
  { parent: 'html', display: 'block' },
  { parent: 'body', display: 'inline' },
]

async function readPlaces(options) {
  const browser = await puppeteer.launch({ headless: true, ...options })
  try {
    console.log(await browser.version())
    const places = []
    for (const each of CASES) {
      const page = await browser.newPage()
      await page.setContent(PAGE)
      const place = await page.evaluate(hideBlock, each)
      console.log(`  in ${each.parent}, display: ${each.display}: scrolled to ${place} of 600`)
      places.push(place)
      await page.close()
    }
    return places.join()
  } finally {
    await browser.close()
  }
}

const [, , firefox, chromium] = process.argv
const isSeen = (await readPlaces({ browser: 'firefox', executablePath: firefox })) === '0,600,600'
let isControl = true
if (chromium) {
  const args = process.getuid() === 0 ? ['--no-sandbox'] : []
  isControl = (await readPlaces({ executablePath: chromium, args })) === '600,600,600'
}
process.exitCode = isSeen && isControl ? 0 : 1
JS
timeout 150 node check.mjs "$firefox" "$(command -v chromium || true)"
