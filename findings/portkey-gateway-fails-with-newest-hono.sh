#!/usr/bin/env bash
# The gateway of Portkey answers 500 "Something went wrong" to each call, as npm installs it today.
#
# Expected: it passes the call on, and the answer back.
# What happens: it changes the headers of an answer that `fetch` gave it, and with the newest versions that its ranges
# allow (hono 4.13.19, @hono/node-server 1.19.19) these headers are immutable. With hono 4.9.7 and @hono/node-server
# 1.13.8 it works.
# Versions: @portkey-ai/gateway 1.15.2.
# Why it matters here: the long tests install it with the older two, as an operator has to.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >upstream.mjs <<'JS'
import { createServer } from 'node:http'

const body = 'data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/event-stream')
  response.end(body)
})
server.listen(Number(process.argv[2]), '127.0.0.1')
JS
cat >check.mjs <<'JS'
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const [port, upstream] = process.argv.slice(2)
const start = (...args) => spawn(process.execPath, args, { stdio: 'ignore' })
const children = [
  start('../upstream.mjs', upstream),
  start('node_modules/@portkey-ai/gateway/build/start-server.js', `--port=${port}`, '--headless'),
]
const ask = () =>
  fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer k',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstream}`,
    },
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  })
let answer
for (let tries = 0; tries < 150 && !answer; tries += 1) {
  await delay(200)
  answer = await ask().catch(() => undefined)
}
const text = await answer?.text()
for (const child of children) child.kill('SIGKILL')
console.log(answer?.status, text?.slice(0, 80))
process.exit(answer?.status === 200 && text.includes('Hello') ? 0 : 1)
JS
install() { # folder, hono, @hono/node-server
  mkdir "$1"
  printf '{"name":"x","private":true,"dependencies":{"@portkey-ai/gateway":"1.15.2"},"overrides":{"hono":"%s","@hono/node-server":"%s"}}' "$2" "$3" >"$1/package.json"
  (cd "$1" && npm install --silent --no-audit --no-fund --ignore-scripts)
}
install older 4.9.7 1.13.8
install newest 4.13.19 1.19.19
echo 'older:'
(cd older && node ../check.mjs 18911 18912) || exit 1
echo 'newest:'
if (cd newest && node ../check.mjs 18913 18914); then exit 1; fi
