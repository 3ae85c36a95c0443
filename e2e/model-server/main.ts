import { readArguments, readNumber } from '../../scripts/read-arguments.ts'
import { startModelServer } from './start-model-server.ts'

const PORT_MAX = 65_535

const { words } = readArguments({}, 1)
const port = readNumber('the port', words[0] ?? '0', 0, PORT_MAX)
const server = await startModelServer({ port })
console.log(server.url)
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void server.stop())
}
