// `npm run dialects`: writes `docs/dialects.md` from what the server read of each dialect.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../repository-root.ts'

const { status } = spawnSync(
  process.execPath,
  [
    join(REPOSITORY_ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=integration',
    'server/runs/dialects.integration.test.ts',
  ],
  {
    cwd: REPOSITORY_ROOT,
    stdio: 'inherit',
    env: { ...process.env, ALCOVE_WRITE_DIALECTS: '1' },
  },
)
process.exitCode = status ?? 1
