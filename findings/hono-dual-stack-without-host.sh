#!/usr/bin/env bash
# A health check without a Host header gets 400 from Hono when the server listens on "::".
#
# Expected: the `hostname` of @hono/node-server's `serve` says where to listen. A request of HTTP/1.0, which
# needs no Host header, reaches the app on every address alike.
# What happens: the same `hostname` also stands in for the missing Host when the request's URL is made. "::"
# is no host of a URL ("http://::/healthz" does not parse), so the adapter answers 400 by itself and the app
# is never asked. With "127.0.0.1" or "0.0.0.0" the same request is answered 200.
# Versions: hono 4.13.19 and @hono/node-server 2.1.8 on Node 20.
# Why it matters here: HAProxy's plain `option httpchk` sends HTTP/1.0 without a Host header. An operator who
# listens on both address families sees all servers marked as down, and nothing in the app's log.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hono@4.13.19 @hono/node-server@2.1.8
cat >check.mjs <<'JS'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { connect } from 'node:net'

let asked = 0
const app = new Hono().get('/healthz', (c) => {
  asked += 1
  return c.text('fine')
})

async function statusOn(hostname, address) {
  const server = serve({ fetch: app.fetch, hostname, port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const socket = connect(server.address().port, address)
  socket.write('GET /healthz HTTP/1.0\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += chunk
  server.close()
  return Number(text.split(' ')[1])
}

const onFour = await statusOn('127.0.0.1', '127.0.0.1')
const before = asked
const onBoth = await statusOn('::', '127.0.0.1')
console.log(`listening on 127.0.0.1: ${onFour}`)
console.log(`listening on :: (both families): ${onBoth}, and the app was asked ${asked - before} times`)
process.exit(onFour === 200 && onBoth === 400 && asked === before ? 0 : 1)
JS
timeout 60 node check.mjs
