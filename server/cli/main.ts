// `npm run alcove -- <command>`, or `npx alcove-server <command>`: the operator's command line.
import { loadEnv } from './load-env.ts'
import { COMMANDS, runCli } from './run-cli.ts'
import { createTool } from './tool.ts'

process.exitCode = await runCli(
  process.argv.slice(2),
  COMMANDS,
  () => {
    loadEnv()
    return createTool(process.env, Date.now)
  },
  { out: (text) => console.log(text), err: (text) => console.error(text) },
)
