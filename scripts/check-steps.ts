import { checkArchitecture } from './architecture.ts'
import { BUILD_SETTINGS, isBuildFresh, SITE } from './build-stamp.ts'
import { checkNumberedPages } from './numbered-pages.ts'
import { runNode } from './run-command.ts'
import { checkSpecification } from './specification.ts'
import type { Step } from './step.ts'

/** Pages whose rows name code and tests, beside the specification. */
const PAGES_OF_ROWS = ['docs/attacks.md', 'docs/reliability.md']
/** Ends a tool that hangs; generous, since a busy machine makes a tool many times slower. */
const TOOL_LIMIT_MS = 20 * 60_000

const KNIP = ['node_modules/knip/bin/knip.js']
/** What is left without the tests. */
export const KNIP_PRODUCTION = [
  ...KNIP,
  '--production',
  '--config=scripts/production-code.config.ts',
  '--include=files,exports,types',
]

/** Everything that looks at the sources without running them, and needs no build. */
export function createSourceChecks(root: string): Step[] {
  return [
    createToolStep(root, 'types', ['node_modules/tsc/bin/tsc', '-p', '.']),
    createToolStep(root, 'lint', ['node_modules/oxlint/bin/oxlint', '--type-aware']),
    createToolStep(root, 'format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
    createToolStep(root, 'dead code', KNIP, KNIP_PRODUCTION),
    createArchitectureStep(root),
    createSpecificationStep(root),
  ]
}

/** Builds what is stale. */
export function createBuildStep(root: string): Step {
  return {
    name: 'build',
    async run(signal) {
      // What is checked is the product as it ships, whatever this machine builds for itself.
      const env = { ...process.env }
      for (const name of BUILD_SETTINGS) delete env[name]
      if (isBuildFresh(root, env)) return { passed: 1, failed: 0, note: 'nothing has changed' }
      // A process of its own: the build sets NODE_ENV for all that follows it.
      const options = { root, env, signal, limitMs: TOOL_LIMIT_MS }
      const { code, output } = await runNode(['scripts/build.ts'], options)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}

/** Builds the documentation where it is stale: a link between pages that leads nowhere fails. */
export function createSiteStep(root: string): Step {
  return {
    name: 'site',
    async run(signal) {
      if (isBuildFresh(root, process.env, SITE)) {
        return { passed: 1, failed: 0, note: 'nothing has changed' }
      }
      const options = { root, signal, limitMs: TOOL_LIMIT_MS }
      const { code, output } = await runNode(['scripts/build-site.ts'], options)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}

/** Weighs what was built against `.size-limit.json`; fails without a build. */
export const createSizesStep = (root: string): Step =>
  createToolStep(root, 'sizes', ['node_modules/size-limit/bin.js'])

function createToolStep(
  root: string,
  name: string,
  ...commands: readonly (readonly string[])[]
): Step {
  return {
    name,
    async run(signal) {
      for (const args of commands) {
        const { code, output } = await runNode(args, { root, signal, limitMs: TOOL_LIMIT_MS })
        if (code !== 0) return { passed: 0, failed: 1, output }
      }
      return { passed: 1, failed: 0 }
    },
  }
}

function createSpecificationStep(root: string): Step {
  return {
    name: 'specification',
    async run() {
      const report = checkSpecification(root, 'docs/specification.md')
      const { statements, missing, deviations } = report
      const pages = checkNumberedPages(root)
      const others = PAGES_OF_ROWS.flatMap((page) =>
        checkSpecification(root, page).problems.map((problem) => `${page}: ${problem}`),
      )
      const problems = [...report.problems, ...others, ...pages.problems]
      const note = `${statements} statements, missing: ${missing}, deviations: ${deviations.length}; ${pages.note}`
      return problems.length === 0
        ? { passed: 1, failed: 0, note }
        : { passed: 0, failed: 1, output: [note, ...problems].join('\n') }
    },
  }
}

function createArchitectureStep(root: string): Step {
  return {
    name: 'architecture',
    async run() {
      const { fileCount, violations } = await checkArchitecture(root)
      if (violations.length === 0) return { passed: 1, failed: 0, note: `${fileCount} files` }
      const lines = violations.map(({ rule, file, text }) => `${file}: ${text} (${rule})`)
      return { passed: 0, failed: 1, output: lines.join('\n') }
    },
  }
}
