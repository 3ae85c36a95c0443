// `npm run wrong-calls`: writes `docs/wrong-calls.md` from the answers of a real chat.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { readArguments } from '../read-arguments.ts'

readArguments()

const { status } = spawnSync(
  process.execPath,
  [
    join(REPOSITORY_ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    'e2e/wrong-calls.spec.ts',
  ],
  {
    cwd: REPOSITORY_ROOT,
    stdio: 'inherit',
    env: { ...process.env, ALCOVE_WRITE_WRONG_CALLS: '1' },
  },
)
process.exitCode = status ?? 1
