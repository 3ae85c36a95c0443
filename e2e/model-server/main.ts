import { startModelServer } from './start-model-server.ts'

const server = await startModelServer({ port: Number(process.argv[2] ?? 0) })
console.log(server.url)
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void server.stop())
}
