#!/usr/bin/env bash
# Finding: Caddy's `encode gzip` packs a server-sent event stream whose first write is long, in spite of
# `Cache-Control: no-transform`, and then keeps the words until the stream ends.
#
# Expected: `no-transform` (RFC 9111, 5.2.2.6) keeps a proxy from changing the body, and a stream of `text/event-stream`
#   is flushed after each write, as Caddy's documentation of `reverse_proxy` says.
# Happens: when the first write of a response has more than 512 bytes (the default `minimum_length`), Caddy answers with
#   `Content-Encoding: gzip` and no byte of the words arrives while the stream is open. A first write of fewer bytes is
#   left alone and arrives at once. A short comment as a write before the long one helps only sometimes: both are often
#   read as one. `Content-Encoding: identity` on the response always helps.
# Versions: Debian 12's caddy 2.6.2, Node 20 or later.
# Why it matters here: a reader who comes back to a running answer gets all that was said so far as the first write, so
#   a resumed chat stays empty until the answer ends.
#
# Prints a line for each case; exits 1 if something has changed. Downloads Debian's package into a temporary folder and installs nothing.
set -u
PACKAGE=caddy=2.6.2-5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get --quiet=2 download "$PACKAGE" && dpkg-deb -x caddy_*.deb caddy) || exit 1
export PATH="$folder/caddy/usr/bin:$PATH"
cat >"$folder/try.mjs" <<'EOF'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'

const folder = process.argv[2]
const FILLER = 'word '.repeat(400)
const cases = {
  '/short': { text: 'data: word\n\n', headers: {}, arrives: true },
  '/long': { text: `data: ${FILLER}\n\n`, headers: {}, arrives: false },
  '/long-identity': { text: `data: ${FILLER}\n\n`, headers: { 'Content-Encoding': 'identity' }, arrives: true },
}
// Streams stay open: a word arrives now, or not before the reader gives up.
const server = createServer((request, response) => {
  const { text, headers } = cases[request.url] ?? {}
  if (text === undefined) return void response.end('ready')
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-transform', ...headers })
  response.write(text)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const probe = createSocketServer()
await once(probe.listen(0, '127.0.0.1'), 'listening')
const { port } = probe.address()
await new Promise((done) => probe.close(done))
writeFileSync(`${folder}/Caddyfile`, `{
  admin off
}
http://127.0.0.1:${port} {
  encode gzip
  reverse_proxy 127.0.0.1:${server.address().port}
}
`)
const caddy = spawn('caddy', ['run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile'], {
  env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  stdio: 'ignore',
})
const url = `http://127.0.0.1:${port}`
for (let tries = 0; tries < 200; tries += 1) {
  if (await fetch(url).then((answer) => answer.ok, () => false)) break
  await new Promise((done) => setTimeout(done, 100))
}
const WAIT_MS = 10_000
let changed = false
for (const [path, { arrives }] of Object.entries(cases)) {
  const late = AbortSignal.timeout(WAIT_MS)
  let encoding = 'none'
  let got = false
  try {
    const response = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'gzip' }, signal: late })
    encoding = response.headers.get('content-encoding') ?? 'none'
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      if (piece.includes('word')) { got = true; break }
    }
  } catch (error) {
    if (!late.aborted) throw error
  }
  console.log(`${path.padEnd(15)} encoding: ${encoding.padEnd(9)} ${got ? 'words arrive at once' : `no word in ${WAIT_MS / 1000} s`}`)
  if (got !== arrives) changed = true
}
caddy.kill()
server.closeAllConnections()
console.log(changed ? 'This has changed.' : 'As described.')
process.exit(changed ? 1 : 0)
EOF
timeout 150 node "$folder/try.mjs" "$folder"
