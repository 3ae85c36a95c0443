import { readFileSync } from 'node:fs'
import type { KnipConfig } from 'knip'

/** Packages of tests and checks: the whole repository uses them. */
const { dependencies: tools } = JSON.parse(readFileSync('tools/package.json', 'utf8')) as {
  dependencies: Readonly<Record<string, string>>
}

/** Configuration of knip that finds unused files, exports and packages. */
const unusedCode: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'loader/auto.ts',
        'npm/{alcove,doctor,element,testing}.ts',
        'npm/react.tsx',
        'loader/panel/main.ts',
        'widget/i18n/locales/*.ts',
        'server/main.ts',
        // Addressed by a URL, whose ending differs in the package.
        'server/files/pdf/{pdf-process,render-worker}.ts',
        'scripts/node/{alcove-server.cjs,package-main.mjs}',
        'server/cli/main.ts',
        'alcove.config.example.ts',
        'scripts/demo/alcove.config.ts',
        'e2e/tools-service/tools.config.ts',
        'scripts/{start,dev,build,build-site,check,keep-release,package,test}.ts',
        'scripts/reference/main.ts',
        'site/vite.config.ts',
        'site/playground/{main.tsx,preview.ts}',
        'site/.vitepress/config.ts',
        'site/.vitepress/theme/index.ts',
        'scripts/cluster/main.ts',
        'scripts/house/main.ts',
        'scripts/architecture/main.ts',
        'scripts/rules/main.ts',
        'scripts/states/main.ts',
        'scripts/waits/main.ts',
        'scripts/settings/main.ts',
        'scripts/pictures/main.ts',
        'e2e/states/states.config.ts',
        'scripts/architecture/import-all.ts',
        'scripts/production-code.config.ts',
        'e2e/model-server/main.ts',
        'bench/main.ts',
        'bench/bare-streams.ts',
        'bench/hold/health-pings.ts',
        'bench/tokens/{provider,readers,relay}.ts',
        'server/testing/run-streams-server.ts',
      ],
      project: [
        '{loader,npm,widget,shared,server,scripts,site,bench,e2e}/**/*.{ts,tsx,mjs}',
        '*.ts',
      ],
      ignore: ['e2e/fixtures/**'],
      ignoreBinaries: ['apt-get', 'mount', 'openssl', 'umount'],
    },
  },
  ignoreWorkspaces: ['tools'],
  ignoreDependencies: [...Object.keys(tools), '@size-limit/file'],
  // Plugins that knip would enable by a package of the root.
  vitest: true,
  playwright: true,
  ignoreExportsUsedInFile: true,
}
export default unusedCode
