import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkArchitecture } from './architecture.ts'
import { checkOpenings } from './architecture/comment-openings.ts'
import { BUILD_SETTINGS, isBuildFresh, SITE } from './build-stamp.ts'
import { describeMissingTexts, findMissingTexts, isRelease } from './missing-texts.ts'
import { drawRulePages } from './rules/rule-pages.ts'
import { runNode } from './run-command.ts'
import type { Step } from './step.ts'

/** Limit for a tool that hangs; generous, because a busy machine slows a tool down many times. */
const TOOL_LIMIT_MS = 20 * 60_000

const KNIP = ['node_modules/knip/bin/knip.js']
const KNIP_UNUSED = [...KNIP, '--config=scripts/unused-code.config.ts']
/** Reports code that only tests use. */
export const KNIP_PRODUCTION = [
  ...KNIP,
  '--production',
  '--config=scripts/production-code.config.ts',
  '--include=files,exports,types',
]

/** Checks that read the sources without running them, and need no build. */
export function createSourceChecks(root: string): Step[] {
  return [
    createToolStep(root, 'types', ['node_modules/tsc/bin/tsc', '-p', '.']),
    createToolStep(root, 'lint', ['node_modules/oxlint/bin/oxlint', '--type-aware']),
    createToolStep(root, 'format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
    createToolStep(root, 'dead code', KNIP_UNUSED, KNIP_PRODUCTION),
    createArchitectureStep(root),
    createCommentsStep(root),
    createRulesStep(root),
    createTextsStep(root),
  ]
}

/** Lists texts that locales lack. A release must lack none. */
export function createTextsStep(root: string): Step {
  return {
    name: 'translations',
    async run() {
      const missing = await findMissingTexts(root)
      if (missing.size === 0) return { passed: 1, failed: 0 }
      const lines = describeMissingTexts(missing)
      if (isRelease(root)) return { passed: 0, failed: 1, output: lines.join('\n') }
      const note = `texts that lack translations: ${missing.size}`
      return { passed: 1, failed: 0, note, warnings: lines }
    },
  }
}

/** Builds stale outputs. */
export function createBuildStep(root: string): Step {
  return {
    name: 'build',
    async run(signal) {
      // The check builds the product as it ships, without this machine's build settings.
      const env = { ...process.env }
      for (const name of BUILD_SETTINGS) delete env[name]
      if (isBuildFresh(root, env)) return { passed: 1, failed: 0, note: 'nothing has changed' }
      // In a separate process, because the build sets NODE_ENV for everything after it.
      const options = { root, env, signal, limitMs: TOOL_LIMIT_MS }
      const { code, output } = await runNode(['scripts/build.ts'], options)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}

/** Builds stale documentation; fails on a dead link between pages. */
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

/** Compares the built files with `.size-limit.json`; fails without a build. */
export const createSizesStep = (root: string): Step =>
  createToolStep(root, 'sizes', [
    'node_modules/size-limit/bin.js',
    '--config',
    'scripts/size-limit.config.ts',
  ])

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

/** Refuses comments with openings that delay their subject. */
function createCommentsStep(root: string): Step {
  return {
    name: 'comments',
    async run() {
      const openings = checkOpenings(root)
      return openings.length === 0
        ? { passed: 1, failed: 0 }
        : { passed: 0, failed: 1, output: openings.join('\n') }
    },
  }
}

/** Compares the pages of rules with their sources and the tags of the tests. */
function createRulesStep(root: string): Step {
  return {
    name: 'rules',
    async run() {
      const { pages, problems, ruleCount, testCount } = drawRulePages(root)
      const stale = pages.filter(({ path, text }) => readIfThere(join(root, path)) !== text)
      const lines = [
        ...problems,
        ...stale.map(({ path }) => `${path} is stale: npm run rules writes it`),
      ]
      return lines.length === 0
        ? { passed: 1, failed: 0, note: `${ruleCount} rules, shown by ${testCount} tests` }
        : { passed: 0, failed: 1, output: lines.join('\n') }
    },
  }
}

const readIfThere = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined

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
