// `npm run cluster`: three server processes behind a balancer, with Postgres, Redis and an S3 store, on this
// machine, until Ctrl-C. All its data is removed then.
import { once } from 'node:events'
import { assertPortFree } from '../node/ports.mjs'
import { readArguments, readNumber } from '../read-arguments.ts'
import { loadDotEnv } from '../start-settings.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { createStopSignal } from '../stop-signal.ts'
import { modelsTold, passedEnv } from './passed-env.ts'
import { startCluster } from './start-cluster.ts'

const DEFAULT_PORT = 8080
const PORT_MAX = 65_535
const SERVERS_MAX = 16

const { values } = readArguments({
  port: { type: 'string', default: String(DEFAULT_PORT) },
  servers: { type: 'string', default: '3' },
})
const servers = readNumber('--servers', values.servers, 1, SERVERS_MAX)
const port = readNumber('--port', values.port, 1, PORT_MAX)

const signal = createStopSignal()
loadDotEnv(REPOSITORY_ROOT)
try {
  await assertPortFree(port, '127.0.0.1', '--port')
  const cluster = await startCluster({ servers, port, env: passedEnv(process.env) })
  console.log(`
  Balancer   ${cluster.url}
  Servers    ${cluster.servers.map((server) => `127.0.0.1:${server.port} (pid ${server.pid})`).join(', ')}
  Postgres   ${cluster.databaseUrl}
  Redis      ${cluster.redis.url}
  Files      ${cluster.objects.settings.endpoint}/${cluster.objects.settings.bucket}
  Answers    ${modelsTold(cluster.servers[0]!.output())}
`)
  if (!signal.aborted) await once(signal, 'abort')
  console.log('Stopping: answers that run may end within 25 s.')
  await cluster.stop()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
