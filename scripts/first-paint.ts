import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, createServer, type Plugin, type Rolldown, type ViteDevServer } from 'vite'
import { REPOSITORY_ROOT } from './repository-root.ts'

const DOCUMENT = join(REPOSITORY_ROOT, 'widget/shell/early-document.tsx')
const SCRIPT = join(REPOSITORY_ROOT, 'widget/early/main.ts')
const WORDS = join(REPOSITORY_ROOT, 'widget/early/early-words.ts')
const TEXTS = join(REPOSITORY_ROOT, 'widget/i18n')

/** Locales for development only. */
const PSEUDO = /-X[AB]\.ts$/

const ROOT = '<div id="root"></div>'
const MODULE_SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\/frame\/([^"]+)">\s*/

/**
 * Writes the first paint into the frame's document: the HTML of the app's own components, their style sheet, the early
 * script and its texts. One request then shows a composer that takes keys, and the app's script comes behind it.
 */
export function addFirstPaint(define: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'alcove-first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, server }) {
        const [, app = ''] = MODULE_SCRIPT.exec(html) ?? []
        const early = server ? moduleTag('/frame/early/main.ts') : await bundleEarly(define)
        const [content, words] = await withLoader(server, (load) =>
          Promise.all([renderDocument(load), readWords(load, server !== undefined)]),
        )
        const parts = [
          `<div id="root">${content}</div>`,
          `<script type="application/json" id="early-words">${words}</script>`,
          appTemplate(server ? moduleTag(app) : scriptTag(app), findLater(bundle)),
          early,
        ]
        return html
          .replace(MODULE_SCRIPT, '')
          .replace(STYLE_SHEET, (link, name: string) => {
            const sheet = bundle?.[name]
            if (sheet?.type !== 'asset') return link
            delete bundle?.[name]
            return `<style>${String(sheet.source).trim()}</style>\n`
          })
          .replace(ROOT, () => parts.join('\n    '))
      },
    },
  }
}

/** Addresses of the script that the app imports first, and of its style sheet; empty in development. */
function findLater(bundle: Rolldown.OutputBundle = {}): LaterFiles {
  const later = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'later')
  if (later?.type !== 'chunk') return { script: '', style: '' }
  const [style] = later.viteMetadata?.importedCss ?? []
  return { script: `/frame/${later.fileName}`, style: style ? `/frame/${style}` : '' }
}

interface LaterFiles {
  readonly script: string
  readonly style: string
}

/** The app's tag, which the early script puts into the document, and the addresses of the next files. */
const appTemplate = (tag: string, { script, style }: LaterFiles): string =>
  `<template id="app" data-later="${script}" data-later-style="${style}">${tag}</template>`

const scriptTag = (path: string): string => `<script src="${path}"></script>`
const moduleTag = (path: string): string => `<script type="module" src="${path}"></script>`

/** Runs modules of the frame in this process. */
type Load = <Module>(path: string) => Promise<Module>

/** Calls `task` with the dev server's loader, else with that of a server that listens to nothing. */
async function withLoader<Result>(
  running: ViteDevServer | undefined,
  task: (load: Load) => Promise<Result>,
): Promise<Result> {
  const server =
    running ??
    (await createServer({
      configFile: false,
      root: REPOSITORY_ROOT,
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    }))
  try {
    return await task(async <Module>(path: string) => (await server.ssrLoadModule(path)) as Module)
  } finally {
    if (!running) await server.close()
  }
}

async function renderDocument(load: Load): Promise<string> {
  return (await load<{ renderEarlyDocument(): string }>(DOCUMENT)).renderEarlyDocument()
}

/** The texts of each locale, as JSON; a missing one is English, or that of the locale that it varies. */
async function readWords(load: Load, isDevelopment: boolean): Promise<string> {
  type Texts = Readonly<Record<string, string | undefined>>
  const { EARLY_KEYS } = await load<{ EARLY_KEYS: readonly string[] }>(WORDS)
  const { VARIED } = await load<{ VARIED: Readonly<Record<string, string>> }>(
    join(TEXTS, 'find-locale.ts'),
  )
  const { en: english } = await load<{ en: Texts }>(join(TEXTS, 'en.ts'))
  const paths = globSync('*.ts', { cwd: join(TEXTS, 'locales') })
    .filter((path) => isDevelopment || !PSEUDO.test(path))
    .toSorted()
  const catalogs = new Map<string, Texts>([['en', english]])
  for (const path of paths) {
    const { default: texts } = await load<{ default: Texts }>(join(TEXTS, 'locales', path))
    catalogs.set(basename(path, '.ts'), texts)
  }
  const words = [...catalogs].map(([name, texts]) => {
    const around = catalogs.get(VARIED[name] ?? 'en')
    return [name, EARLY_KEYS.map((key) => texts[key] ?? around?.[key] ?? english[key])]
  })
  return JSON.stringify(Object.fromEntries(words)).replaceAll('<', String.raw`\u003c`)
}

async function bundleEarly(define: Readonly<Record<string, string>>): Promise<string> {
  const result = await build({
    configFile: false,
    root: REPOSITORY_ROOT,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: SCRIPT, formats: ['iife'], name: 'alcoveEarlyScript' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('The early script was not built.')
  const code = output.output[0].code.trim().replaceAll('</script', String.raw`<\/script`)
  return `<script>${code}</script>`
}
