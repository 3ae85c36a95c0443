#!/usr/bin/env bash
# The socket server of PGlite closes a second client without an error of Postgres.
#
# Expected: the server has one place by default. A second client is refused as a full Postgres refuses it, with the
# error 53300 ("too many connections"), which pools and health checks recognise.
# What happens: the connection is accepted and closed. `pg` reports "Connection terminated unexpectedly", without a
# code, as after a crash of the database. Once the first client has ended, a second one is answered.
# Versions: @electric-sql/pglite 0.5.14, @electric-sql/pglite-socket 0.2.17, pg 8.23.1 on Node 20.
# Why it matters here: a server with a pool of more than one connection looks as if its database crashed under load,
# and code that looks for 53300 cannot tell that the pool is too large.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 pg@8.23.1
cat >check.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'

const db = await PGlite.create()
const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1' })
await server.start()
const port = Number(/:(\d+)$/.exec(server.getServerConn())[1])
const create = () => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  return client
}

async function connectBeside() {
  const second = create()
  try {
    await second.connect()
    await second.query('select 1')
    await second.end()
    return 'answered'
  } catch (error) {
    return error.code === '53300' ? 'too many connections' : `closed: ${error.code ?? error.message}`
  }
}

const first = create()
await first.connect()
await first.query('select 1')
const beside = await connectBeside()
await first.end()
const after = await connectBeside()
console.log(`a second client beside the first: ${beside}`)
console.log(`a second client right after the first has ended: ${after}`)
process.exit(beside.startsWith('closed') && after === 'answered' ? 0 : 1)
JS
timeout 90 node check.mjs
